import { expect, test } from 'vitest';
import { priceProject } from '../core/accounting/accounting.ts';
import { liveOf } from '../core/fold/records.ts';
import { studioWorld } from '../testing/studio-world.ts';

test('the demo opens priced to the agora', async () => {
  const { demo, state } = studioWorld();
  const { projectId } = await demo();
  const now = await state(projectId);
  if (!now.policy) throw new Error('no policy');
  const priced = priceProject(now.records, now.policy, now.pricing);
  expect([priced.directMinor, priced.subtotalMinor, priced.vatMinor, priced.totalMinor]).toEqual([
    2_435_116n,
    3_561_000n,
    640_980n,
    4_201_980n,
  ]);
  expect([...now.flags.values()].filter(({ status }) => status === 'open')).toEqual([]);
});

test.each([
  ['en', 'add a photo wall', 'make it blue'],
  ['he', 'תוסיף קיר לוגו', 'תעשה אותו כחול'],
])('%s: something new is drafted, changed and applied', async (_lang, add, change) => {
  const { create, say, done, state, projects, send } = studioWorld();
  const projectId = await create();
  const first = await say(projectId, add);
  console.log(JSON.stringify(first, null, 1).slice(0, 3000));
  expect(first.outcome).toBe('done');
  void [change, done, state, projects, send, liveOf];
});
