import { expect, test } from 'vitest';
import { openRunWorld } from '../../testing/run-world.ts';

const csv = 'City,Amount\nHaifa,100\nAkko,50\nHaifa,25.5\n';
const patience = { timeout: 60_000 };

test.each([
  ['Add a column VAT = Amount * 0.2 to plan.csv and total it', 'VAT'],
  ['הוסף עמודה מס = Amount * 0.2 לקובץ plan.csv וסכם אותה', 'מס'],
])('%j makes a Draft, and the answer is the summary alone', patience, async (request, column) => {
  const world = await openRunWorld();
  const id = await world.create({ 'plan.csv': csv });
  const before = (await world.at(id)).published;
  await world.turn(id, request);
  expect(world.faults).toEqual([]);
  const bench = await world.at(id);
  expect(bench.run?.state).toBe('completed');
  expect(bench.published).toBe(before);
  expect(await world.text(id, 'plan.csv')).toBe(`City,Amount,${column}\nHaifa,100,20\nAkko,50,10\nHaifa,25.5,5.1\n`);
  expect(await world.answers(id)).toMatchObject([{ end: 'complete', text: expect.stringContaining('35.1') }]);
  await world.close();
});
