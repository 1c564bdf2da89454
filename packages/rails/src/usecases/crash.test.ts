import { createMemoryContent } from '@atelier/kernel/adapters';
import { createSimulatedDisk, openOnSimulatedDisk } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { createTestWorld, linear, notes } from '../testing/world.ts';

/** Advance, trace, node, edge, notes: all of them or none. */
const PLAN = 5;

const files = { 'project.ab': linear('project.ab', ['a', 'b']) };

test('[RL-36] [lock:crash-safe-append] [lock:append-plan-atomic] [lock:orphan-ignored] a machine stopped at any disk call of an advance is healthy afterwards, and the retry builds the same plan', async () => {
  const answers = new Set<string>();
  let stopped = 0;
  for (let call = 0; ; call += 1) {
    const disk = createSimulatedDisk();
    const machine = openOnSimulatedDisk(disk);
    const blobs = createMemoryContent().blobs;
    const world = createTestWorld(files, { log: machine.open(), blobs });
    const a = await world.start('project.ab');
    const before = (await world.events(a.session.sessionId)).length;
    const begun = disk.calls();
    disk.injectFaults(({ index }) => (index === begun + call ? 'cut' : undefined));
    const finished = await world.advance(a, notes('did a')).then(
      () => true,
      () => false,
    );
    disk.injectFaults(() => undefined);
    disk.powerCut(() => false);
    machine.freeLocks();
    const after = createTestWorld(files, { log: machine.open(), blobs, keyring: world.deps.keyring, seed: 9 });
    expect((await after.deps.sessions.at(a.session.sessionId)).ok).toBe(true);
    const survived = (await after.events(a.session.sessionId)).length;
    expect([before, before + PLAN]).toContain(survived);
    answers.add(JSON.stringify(await after.advance(a, notes('did a'))));
    const events = await after.events(a.session.sessionId);
    expect(events.filter(({ kind }) => kind === 'advance_recorded')).toHaveLength(1);
    if (finished) break;
    stopped += 1;
  }
  expect(stopped).toBeGreaterThan(3);
  expect(answers.size).toBe(1);
});
