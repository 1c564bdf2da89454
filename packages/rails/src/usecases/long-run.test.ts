import { createMemoryLog } from '@atelier/kernel/adapters';
import type { EventLog } from '@atelier/kernel/ports';
import { createSeededWorld } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { createTestWorld, linear, notes } from '../testing/world.ts';

const loop = {
  type: 'loop',
  loopId: 'passes',
  maxIterations: 1_000,
  while: { kind: 'condition_ref', conditionId: 'always' },
  body: [{ id: 'work', title: 'Work', prompt: 'Work.' }],
};
const files = {
  'project.long': linear('project.long', [loop], { conditions: [{ id: 'always', kind: 'always_true' }] }),
};

/** What calls ask of the log, counted. */
const counted = (log: EventLog) => {
  let count = { readEvents: 0, writtenEvents: 0, writtenBytes: 0 };
  const counting: EventLog = {
    ...log,
    read: async (stream, range) => {
      const page = await log.read(stream, range);
      if (page.ok) count.readEvents += page.value.events.length;
      return page;
    },
    append: (stream, events, options) => {
      count.writtenEvents += events.length;
      count.writtenBytes += JSON.stringify(events).length;
      for (const bytes of options.content ?? []) count.writtenBytes += bytes.length;
      return log.append(stream, events, options);
    },
  };
  const during = async <T>(work: () => Promise<T>) => {
    count = { readEvents: 0, writtenEvents: 0, writtenBytes: 0 };
    const result = await work();
    return { result, count: { ...count }, bytes: JSON.stringify(result).length };
  };
  return { log: counting, during };
};

// How long a step takes is measured by the bench; that its work does not grow with the run is true on any machine.
test('[RL-50] after a thousand events a step reads, writes and answers no more than it did at the beginning', async () => {
  const { log, during } = counted(createMemoryLog(createSeededWorld(1)));
  const world = createTestWorld(files, { log });
  let at: Awaited<ReturnType<typeof world.advance>> = await world.start('project.long', { goal: 'Go far.' });
  const step = () => during(() => world.advance(at, notes('x'.repeat(600))));
  const look = () => during(() => world.rehydrate(at));
  for (let pass = 0; pass < 30; pass += 1) at = (await step()).result;
  const [early, lookedEarly] = [await step(), await look()];
  at = early.result;
  for (let pass = 0; pass < 200; pass += 1) at = (await step()).result;
  expect((await world.events(at.session.sessionId)).length).toBeGreaterThan(1_000);
  const [late, lookedLate] = [await step(), await look()];

  expect(early.count).toMatchObject({ readEvents: 0, writtenEvents: 5 });
  expect(late.count).toMatchObject({ readEvents: 0, writtenEvents: 5 });
  for (const { count } of [lookedEarly, lookedLate])
    expect(count).toEqual({ readEvents: 0, writtenEvents: 0, writtenBytes: 0 });
  // Numbers of passes get longer; nothing else does.
  for (const [before, after] of [
    [early.count.writtenBytes, late.count.writtenBytes],
    [early.bytes, late.bytes],
    [lookedEarly.bytes, lookedLate.bytes],
  ] as const)
    expect(after - before).toBeLessThan(200);
});
