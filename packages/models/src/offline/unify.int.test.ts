import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

const table =
  'Part,Supplier,Town\nElbow,Wolseley,Prudhoe\nPump,WOLSELEY,Prudoe\nValve, wolseley,Prudhoe\nTap,Wolseley,Wylam\nTap,Wolseley,Wylam\nFan,Plumb Co,Hexham\n';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => put('stock.csv', Buffer.from(table)));
});
afterAll(() => desk.close());

const read = () => desk.read('stock.csv').toString();

test('spellings that differ by case and spaces become the commonest, and the answer names them', async () => {
  const { text } = await desk.ask('can you tidy up the supplier column, its a mess');
  expect(read()).toBe(table.replace('WOLSELEY', 'Wolseley').replace(' wolseley', 'Wolseley'));
  expect(text).toContain('"WOLSELEY" → "Wolseley": 1');
});

test('what is written almost like a name becomes the name', async () => {
  await desk.ask('Prudhoe is spelt wrong in a couple of places, can you put it right');
  expect(read()).toBe(table.replace('Prudoe', 'Prudhoe'));
});

test('of two rows that are the same, one goes', async () => {
  await desk.ask('tap is in there twice, take one out');
  expect(read()).toBe(table.replace('Tap,Wolseley,Wylam\n', ''));
});

test.each([
  'elbow is in there twice, take one out',
  'Hexham is spelt wrong in a couple of places, can you put it right',
  'tidy up the colour column',
])('nothing is changed: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([true, []]);
});
