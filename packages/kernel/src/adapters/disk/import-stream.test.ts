import { expect, test } from 'vitest';
import type { NewCommit } from '../../ports/event-log.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { createSeeded, createSeededWorld } from '../../testing/seeded.ts';
import { createSimulatedDisk, type DiskFault } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';

const limits = { events: 6, bytes: 4 * 1024 * 1024 };
const STREAM = 'session/s';
const texts = Array.from({ length: 20 }, (_, at) => `t${at}`);
const commits: readonly NewCommit[] = [0, 5, 10, 15].map((at) => ({
  events: texts.slice(at, at + 5).map((text) => said(text, `k:${text}`)),
}));

const run = async (at: number, fault: DiskFault, keeps: () => boolean) => {
  const disk = createSimulatedDisk();
  const world = createSeededWorld(1);
  const { open } = openOnSimulatedDisk(disk, { limits, world });
  disk.injectFaults(({ index }) => (index === at ? fault : undefined));
  const answer = await open()
    .importStream(STREAM, commits)
    .catch(() => undefined);
  const calls = disk.calls();
  disk.injectFaults(() => undefined);
  disk.powerCut(keeps);
  const log = openOnSimulatedDisk(disk, { limits, world }).open();
  return { log, answer, calls, found: textsOf(unwrap(await log.read(STREAM)).events) };
};

test('a power cut at any call leaves no stream or the whole stream, and what was acknowledged stays', async () => {
  const { calls } = await run(-1, 'cut', () => true);
  const outcomes = new Set<number>();
  for (let at = 0; at <= calls; at += 1) {
    for (const keeps of [() => false, () => true, ...[1, 2, 3].map((seed) => coin(seed))]) {
      const { log, answer, found } = await run(at, 'cut', keeps);
      if (answer?.ok) expect(found).toEqual(texts);
      outcomes.add(found.length);
      expect([[], texts]).toContainEqual(found);
      expect(await log.health(STREAM)).toEqual({ kind: 'healthy', next: found.length });
      // Whichever it was, the import can be made again and ends whole.
      if (found.length === 0) unwrap(await log.importStream('session/again', commits));
      else unwrap(await log.append(STREAM, [said('more')], { expected: texts.length }));
    }
  }
  expect(outcomes).toEqual(new Set([0, texts.length]));
});

test.each(['EIO', 'ENOSPC', 'short'] as const)(
  '%s at any call: refused with no part of it there, or done',
  async (fault) => {
    const { calls } = await run(-1, fault, () => true);
    for (let at = 0; at <= calls; at += 1) {
      const { answer, found } = await run(at, fault, () => true);
      if (answer?.ok) expect(found).toEqual(texts);
      else if (!(answer?.error && 'inDoubt' in answer.error && answer.error.inDoubt)) expect(found).toEqual([]);
      expect([[], texts]).toContainEqual(found);
    }
  },
);

const coin = (seed: number): (() => boolean) => {
  const { chance } = createSeeded(seed);
  return () => chance(0.5);
};
