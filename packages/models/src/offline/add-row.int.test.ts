import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';

const table =
  'Order,Date,Customer,Product,Qty,Price,Paid,Phone\n' +
  '101,05/01/2026,Dana Levi,Chair,2,45.50,Yes,052-6617788\n' +
  '102,17/01/2026,Omar Haddad,Desk,1,230,No,054-1234567\n' +
  '103,28/02/2026,Ruth Kaplan,Chair,4,45.50,Yes,050-7654321\n';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    put('orders.csv', Buffer.from(table));
    put('suppliers.csv', Buffer.from('Name,Town,Phone\nGalil,Acre,04-9911223\nNegev,Arad,08-6655443\n'));
  });
});
afterAll(() => desk.close());

const lastLine = () => desk.read('orders.csv').toString().trimEnd().split('\n').at(-1);

test('the parts of a new row find their columns by what they are', async () => {
  const { text } = await desk.ask(
    'add an order: 3 march, Noa Bar, desk, 2 pcs, price 210.50, not paid yet, 03-5551234',
  );
  expect(lastLine()).toBe('104,03/03/2026,Noa Bar,Desk,2,210.50,No,03-5551234');
  expect(text).toContain('Order: 104 (the next number)');
});

test('today and yesterday are the days they are', async () => {
  await desk.ask('new order today: Noa Bar, desk, 2 pcs');
  expect(lastLine()).toBe('104,18/11/2026,Noa Bar,Desk,2,,,');
  await desk.ask('new order: Noa Bar, desk, 2 pcs, yesterday');
  expect(lastLine()).toBe('104,17/11/2026,Noa Bar,Desk,2,,,');
});

test('the same in Hebrew, with columns said by their names', async () => {
  await desk.ask('הוסף שורה לקובץ orders.csv: Customer: נועה בר; Qty: 3; Date: 2/3/2026');
  expect(lastLine()).toBe('104,02/03/2026,נועה בר,,3,,,');
});

test('a part that no column is sure to hold is asked back, and each way on is the whole row', async () => {
  const { text, changed } = await desk.ask('new order: Noa Bar, 2 pcs, bookshelf');
  expect([isRefusal(text), changed]).toEqual([true, []]);
  expect(text).toContain('"bookshelf"');
  const [way = ''] = readAskNote(text).suggestions;
  expect(isRefusal((await desk.ask(way)).text)).toBe(false);
});

test.each([
  'add a zorgly row to orders.csv: Customer: Noa',
  'add an order: Noa Bar, chair, 2 pcs, whatever she said last time',
  "don't add an order: Noa Bar, chair, 2 pcs",
])('nothing is added: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([true, []]);
});

test('a day is written as its column is typed, also where the engine reads the column as dates', async () => {
  const rows = 'Day,Customer,Kegs\n1/4/2026,Anchor,3\n13/4/2026,Harbour,4\n17/11/2026,Anchor,2\n';
  const american = 'Day,Customer,Kegs\n4/1/2026,Anchor,3\n4/13/2026,Harbour,4\n11/17/2026,Anchor,2\n';
  const { read } = await desk.askWith(
    { 'kegs.csv': Buffer.from(rows) },
    'add a row to kegs.csv: Day: 15/6/2026; Customer: Anchor; Kegs: 5',
  );
  expect(read('kegs.csv').toString()).toContain('15/6/2026,Anchor,5');
  const set = await desk.askWith({ 'kegs.csv': Buffer.from(rows) }, "change Harbour's day to 2 June 2026");
  expect(set.read('kegs.csv').toString()).toContain('2/6/2026,Harbour,4');
  const turned = await desk.askWith(
    { 'kegs.csv': Buffer.from(american) },
    'add a row to kegs.csv: Day: 6/5/2026; Customer: Anchor; Kegs: 5',
  );
  expect(turned.read('kegs.csv').toString()).toContain('6/5/2026,Anchor,5');
});

test('numbers with a comma before their decimals keep it in new rows, cells and columns', async () => {
  const jobs = 'Job;Customer;Parts;Labour\n301;Anna;8,50;12,00\n302;Ben;24,90;55,00\n303;Cora;15,80;18,00\n';
  const more = { 'jobs.csv': Buffer.from(jobs) };
  const added = await desk.askWith(more, 'add a row to jobs.csv: Customer: Dora; Parts: 4.20; Labour: 30');
  expect(added.read('jobs.csv').toString()).toContain('304;Dora;4,20;30,00');
  const column = await desk.askWith(more, 'add a column Sum = Parts + Labour to jobs.csv');
  expect(column.read('jobs.csv').toString()).toContain('301;Anna;8,50;12,00;20,50');
  const set = await desk.askWith(more, "change Ben's labour to 60.5");
  expect(set.read('jobs.csv').toString()).toContain('302;Ben;24,90;60,50');
});
