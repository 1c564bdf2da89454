import { createSimulatedDisk, openOnSimulatedDisk, said, unwrap } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { headFindings, lookAtHeads } from './diagnose-heads.ts';

const LATER = 60_000;

/** A process that wrote to two streams, signed, and was killed after one more commit to one of them. */
const killedBeforeSigning = async () => {
  const machine = openOnSimulatedDisk(createSimulatedDisk(), { heads: 'on disk' });
  const first = machine.open();
  for (const stream of ['install', 'session/s']) unwrap(await first.append(stream, [said('a')], { expected: 0 }));
  await first.close();
  const killed = machine.open();
  unwrap(await killed.append('session/s', [said('b')], { expected: 1 }));
  const at = Date.parse(unwrap(await killed.read('session/s', { from: 1 })).events[0]?.at ?? '');
  machine.kill(killed);
  return { machine, at };
};

const streams = [
  { stream: 'install', health: 'healthy', events: 1 },
  { stream: 'session/s', health: 'healthy', events: 2 },
] as const;

test('commits that a killed process left unsigned are said to be so, until the next commit signs them', async () => {
  const { machine, at } = await killedBeforeSigning();
  const log = machine.open();
  const facts = await lookAtHeads({ ...log, log }, streams, at + LATER);
  expect(facts).toMatchObject({ doubted: [], onlyChained: [{ stream: 'session/s', commits: 1 }] });
  expect(headFindings(facts, 'disk', (command) => command)).toMatchObject([
    {
      level: 'note',
      code: 'COMMITS_ONLY_CHAINED',
      message: expect.stringContaining('The newest commit of session/s is whole, but attested by the chain alone'),
    },
  ]);
  unwrap(await log.append('session/s', [said('c')], { expected: 2 }));
  await log.close();
  const after = machine.open();
  expect((await lookAtHeads({ ...after, log: after }, streams, at + LATER)).onlyChained).toEqual([]);
});

test('a stream that was never signed at all is named too, and what was written a moment ago is not', async () => {
  const { machine, at } = await killedBeforeSigning();
  const killed = machine.open();
  for (const expected of [0, 1]) unwrap(await killed.append('bench/new', [said('n')], { expected }));
  machine.kill(killed);
  const log = machine.open();
  const all = [{ stream: 'bench/new', health: 'healthy', events: 2 } as const, ...streams];
  expect((await lookAtHeads({ ...log, log }, all, at + LATER)).onlyChained).toEqual([
    { stream: 'bench/new', commits: 2 },
    { stream: 'session/s', commits: 1 },
  ]);
  expect((await lookAtHeads({ ...log, log }, all, at + 1_000)).onlyChained).toEqual([]);
});
