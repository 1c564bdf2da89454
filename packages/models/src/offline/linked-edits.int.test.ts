import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';

/** Heads that are also words of the rules, days that are typed day first, and a sheet that names its number. */
const orders = [
  'Order,Date,Customer,Count,Sum,Amount,Total,Sent on,Guide',
  '1201,3/4/2026,Anna Hill,4,120,30,150,5/4/2026,Noa',
  '1202,14/4/2026,Ben Cole,2,80,20,100,,Rami',
  '1203,17/4/2026,Anna Hill,1,40,10,50,20/4/2026,Noa',
  '1204,21/4/2026,Dora Fox,6,200,60,260,,',
];
const notes = 'Opening hours\nMonday 9:00 - 17:00\nSaturday closed\n\nStaff\n- Rosa is away from 3 May to 9 May.\n';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    put('orders.csv', Buffer.from(`${orders.join('\n')}\n`));
    put('notes.txt', Buffer.from(notes));
  });
});
afterAll(() => desk.close());
const lines = () => desk.read('orders.csv').toString().trimEnd().split('\n');
const patience = { timeout: 60_000 };

test.each<readonly [string, number, string | undefined]>([
  ['1204 was sent on 23/4/2026', 4, '1204,21/4/2026,Dora Fox,6,200,60,260,23/4/2026,'],
  ['the total of order 1202 is 110 now', 2, '1202,14/4/2026,Ben Cole,2,80,20,110,,Rami'],
  ['order 1202 sum is 90', 2, '1202,14/4/2026,Ben Cole,2,90,20,100,,Rami'],
  ['put Noa down as guide for order 1204', 4, '1204,21/4/2026,Dora Fox,6,200,60,260,,Noa'],
  ['Rami is the guide for the Dora Fox order', 4, '1204,21/4/2026,Dora Fox,6,200,60,260,,Rami'],
  ["delete order 1203, she doesn't want it any more", 3, orders[4]],
  ['lower total by 10 percent for Anna Hill', 1, '1201,3/4/2026,Anna Hill,4,120,30,135,5/4/2026,Noa'],
  ['good. now raise amount by 50%', 2, '1202,14/4/2026,Ben Cole,2,80,30,100,,Rami'],
  ['column Total must be called Gross', 0, orders[0]?.replace('Total', 'Gross')],
  ['the Sum column should be called Net', 0, orders[0]?.replace('Sum', 'Net')],
  ['new order 1205, 24/4/2026, Eve Lark, 3, 90', 5, '1205,24/4/2026,Eve Lark,3,90,,,,'],
  ['correct in orders: Dora Fox must be Dora Foxe, Ben Cole must be Ben Coole', 2, orders[2]?.replace('Cole', 'Coole')],
])('changed: %s', patience, async (request, at, line) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([false, ['orders.csv']]);
  expect(lines()[at]).toBe(line);
});

test('a calculation in brackets makes a column, also of heads that are words of the rules', patience, async () => {
  await desk.ask('can i have a column Rest (total minus amount)');
  expect(lines()[1]).toBe(`${orders[1]},120`);
});

test('right after a row was added, what is said is of that row', patience, async () => {
  await desk.askOn(['add order 1205, 24/4/2026, Eve Lark, 3, 90'], 'oh sorry that was Ben Cole, not Eve Lark');
  expect(lines().at(-1)).toBe('1205,24/4/2026,Ben Cole,3,90,,,,');
  expect(lines()[2]).toBe(orders[2]);
});

test('rows that move to a new file are saved there before they go', patience, async () => {
  const { changed } = await desk.ask('move the orders that are sent to a new file called gone');
  expect(changed).toEqual(['gone.csv', 'orders.csv']);
  expect(lines()).toEqual([orders[0], orders[2], orders[4]]);
  expect(desk.read('gone.csv').toString()).toContain('1203');
});

test.each([
  '1204 was not sent on 23/4/2026',
  'all orders were sent on 3/5/2026',
  'Anna Hill was sent on 3/5/2026',
  'the count of 1201 is 4 or 5',
  'if she pays delete order 1203',
  'order 1299 sum is 90',
  'the customer of order 1202 is 90',
  'delete order 1203 and the invoice',
  'Ben Cole must be Ben Coole for April',
  'raise amount by 10% except for Anna Hill',
  'raise the discount by 10%',
])('nothing is changed, and a way on is offered: %s', patience, async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([true, []]);
  expect(readAskNote(text).suggestions.length).toBeGreaterThan(0);
});

test.each([
  ['which orders were sent', '2 of 4 rows in orders.csv where Sent on is not empty'],
  ['which orders are not sent yet', '2 of 4 rows in orders.csv where Sent on is empty'],
  ['which customers ordered more than once', '1 Customer with at least 2 rows each'],
  ['days between Anna Hills first and last order', '14 days from the first to the last Date: 2026-04-03 to 2026-04-17'],
  ['when are we open on mondays', 'notes.txt says (Opening hours): "Monday 9:00 - 17:00"'],
  ['when is Rosa away', 'notes.txt says (Staff): "Rosa is away from 3 May to 9 May."'],
])('answered: %s', patience, async (request, said) => {
  const { text, changed } = await desk.ask(request);
  expect(text).toContain(said);
  expect(changed).toEqual([]);
});
