import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBook } from '../../../files/fixtures/xlsx/book.ts';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';

const patience = { timeout: 300_000 };

/** A folder with one table under the heads that are also words of the rules, in one language. */
const english = [
  'Order,Date,Count,Total,Sum,Amount,Type,Status',
  '1001,2025-01-05,3,120.5,7,10,New,Paid',
  '1002,2025-02-07,1,80,9,20,Used,Open',
  '1003,2025-02-09,2,80.25,4,30,New,Open',
  '1004,2026-03-01,5,15,2,40,Used,Paid',
];
const hebrew = [
  'מספר,תאריך,כמות,סה״כ,סכום,סטטוס',
  '1,2025-01-05,3,120.5,10,שולם',
  '2,2025-02-07,1,80,20,פתוח',
  '3,2025-02-09,2,80.25,30,פתוח',
];
const files = {
  'orders.csv': `${english.join('\n')}\n`,
  'הזמנות.csv': `${hebrew.join('\n')}\n`,
} as const;

const open = (path: keyof typeof files) =>
  openDesk(async (put) => {
    put(path, Buffer.from(files[path]));
  });

describe.each([
  ['orders.csv', 'What can you do?', ['Count', 'Total', 'Sum', 'Amount'], ['Type', 'Status']],
  ['הזמנות.csv', 'מה אפשר לבקש?', ['כמות', 'סה״כ', 'סכום'], ['סטטוס']],
] as const)('heads that are words of the rules: %s', (path, help, numbers, texts) => {
  let desk: Awaited<ReturnType<typeof openDesk>>;
  beforeAll(async () => {
    desk = await open(path);
  });
  afterAll(() => desk.close());

  test('every line that is printed is carried out, with every column of its kind', patience, async () => {
    const { text } = await desk.ask(help);
    const lines = text.split('\n').flatMap((line) => /^- (.+)$/.exec(line)?.[1] ?? []);
    expect(lines.length).toBeGreaterThan(15);
    const [first = ''] = numbers;
    const quoted = lines.find((line) => line.includes(' * 2'))?.match(/= ("?[^"*]+"?) \* 2/)?.[1] ?? first;
    const requests = new Set(lines.flatMap((line) => numbers.map((number) => line.replaceAll(quoted, number))));
    for (const request of requests) {
      const { text } = await desk.ask(request);
      expect([request, isRefusal(text) ? text : 'done']).toEqual([request, 'done']);
    }
    expect(lines.some((line) => texts.some((name) => line.includes(name)))).toBe(true);
  });
});

test('every request that a refusal offers is carried out', patience, async () => {
  const desk = await open('orders.csv');
  const offered = new Set<string>();
  for (const request of [
    'make it nicer',
    'total Profit by Type',
    'delete the olds',
    'how many Paied orders',
    'Which month was best',
    'New',
    'total Amount in February',
    'convert it',
    'sing',
  ])
    for (const each of readAskNote((await desk.ask(request)).text).suggestions) offered.add(each);
  expect(offered.size).toBeGreaterThan(8);
  for (const request of offered) {
    const { text } = await desk.ask(request);
    expect([request, isRefusal(text) ? text : 'done']).toEqual([request, 'done']);
  }
  await desk.close();
});

test('an answer on a workbook of three sheets takes few looks, and none twice', async () => {
  const cells = (head: string) => ({ A1: head, B1: 'Hours', A2: 'x', B2: 3, A3: 'y', B3: 4 });
  const sheets = ['Rota', 'Leave', 'Desk'].map((name) => ({ name, cells: cells(`${name} team`) }));
  const desk = await openDesk(async (put) => put('people.xlsx', makeBook({ sheets })));
  const { text, calls } = await desk.ask('total Hours in people.xlsx in sheet Leave');
  expect(text).toBe('Total Hours (over all 2 rows in people.xlsx (Leave)): 7');
  expect(calls).toBeLessThanOrEqual(6);
  const unnamed = await desk.ask('total Hours by Leave team in people.xlsx');
  expect(unnamed.text).toContain('- x: 3');
  await desk.close();
});

test('a misspelt name comes back spelt right, in the whole request', async () => {
  const desk = await open('orders.csv');
  const { text } = await desk.ask('total Amuont by Status in orders.csv');
  expect(readAskNote(text).suggestions[0]).toBe('Total Amount by Status in orders.csv');
  await desk.close();
});

test('a question without a file is of the only table that fits; where two fit, one word answers', async () => {
  const book = makeBook({ sheets: [{ name: 'Log', cells: { A1: 'Status', B1: 'Amount', A2: 'Paid', B2: 5 } }] });
  const desk = await openDesk(async (put) => {
    put('orders.csv', Buffer.from(files['orders.csv']));
    put('other.xlsx', book);
  });
  expect((await desk.ask('total Count by Type')).text).toContain('over all 4 rows in orders.csv');
  const both = await desk.ask('total Amount by Status');
  expect(isRefusal(both.text)).toBe(true);
  expect(readAskNote(both.text).suggestions.slice(0, 2)).toEqual([
    'total Amount by Status in orders.csv',
    'total Amount by Status in sheet Log of other.xlsx',
  ]);
  expect((await desk.askOn(['total Amount by Status'], 'other')).text).toContain('over all 1 rows in other.xlsx');
  await desk.close();
});
