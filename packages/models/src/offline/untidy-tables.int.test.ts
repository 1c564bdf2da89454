import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../../files/fixtures/xlsx/book.ts';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';

type Cell = string | number | null;
const sheet = (name: string, rows: readonly (readonly Cell[])[]) => ({
  name,
  cells: Object.fromEntries(
    rows.flatMap((row, y) =>
      row.flatMap((value, x) => (value === null ? [] : [[`${String.fromCharCode(65 + x)}${y + 1}`, value] as const])),
    ),
  ),
});

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    put(
      'spring.xlsx',
      makeBook({
        sheets: [
          // A blank row inside the table, totals with a name, a second table beside it.
          sheet('Shops', [
            ['Region', 'Shop', 'Stems', null, null, 'Client', 'Owed'],
            ['North', 'A', 10, null, null, 'Ann', 7],
            ['North', 'B', 20, null, null, 'Bob', 9],
            ['North total', null, 30],
            [null, null, null],
            ['South', 'C', 5],
            ['Grand total', null, 35],
          ]),
          // Nothing but words: the first row is the heads.
          sheet('Drivers', [
            ['Driver', 'Area', 'Phone'],
            ['Lea', 'Centre', '052-1'],
            ['Igor', 'South', '052-2'],
          ]),
        ],
      }),
    );
    put(
      'fees.csv',
      Buffer.from('Client,Fee,Status\nAnn,100,Paid\nBob,TBC,paid \nCid,50,PAID\nDan,n/a,Open\nCid,50,PAID\n'),
    );
    put('costs.csv', Buffer.from('Flower,Cost,Best before\nRose,€2.50,2025-05-01\nLily,₪9.00,2025-06-01\n'));
    put('bills.csv', Buffer.from('Firm,Amount,Currency\nHale,100,EUR\nHale,20,USD\nTop,5,EUR\n'));
    put('stays.csv', Buffer.from('Stay,Date,Paid on,Nights\n1,2025-02-01,2025-03-01,2\n2,2025-03-05,2025-02-01,4\n'));
    put(
      'tickets.csv',
      Buffer.from(
        'Ticket,Bought,Collected,Notes\n1,31/01/2025,yes,cancelled\n2,2025-02-03,Y,cancelled by phone\n3,01/03/2025,no,\n4,02/02/2025,,\n',
      ),
    );
    put('swaps.csv', Buffer.from('Vet,Done\nHughes,03/04/2025\nDr Hughes,05/06/2025\nAnn Hughesley,01/02/2025\n'));
    put('tally.csv', Buffer.from('Item,Qty\nPen,3\nInk,4\n,7\n'));
  });
});
afterAll(() => desk.close());

const answers: readonly (readonly [string, string])[] = [
  // Two spellings of yes, a cell that says nothing, and a longer text that holds the word.
  ['how many tickets in tickets.csv are collected?', '2 of 4 rows in tickets.csv where Collected is'],
  ['which tickets in tickets.csv are not collected?', 'Collected also says nothing (1): those rows are not counted.'],
  [
    'how many cancelled rows are in tickets.csv?',
    'Notes also says "cancelled by phone" (1): those rows are not counted.',
  ],
  // Days typed as text among others.
  ['show the rows of tickets.csv sorted by Bought', '- 1 | 31/01/2025 | yes | cancelled\n- 4 | 02/02/2025'],
  ['total Stems by Region in spring.xlsx', '- North: 30\n- South: 5\n2 rows that only hold totals are left out.'],
  ['total Owed', 'Total Owed (over all 2 rows in spring.xlsx (Shops, F1:G3)): 16'],
  ['phone number of Lea', '- Lea | Centre | 052-1'],
  ['how many rows are in sheet Drivers of spring.xlsx?', '2 rows in spring.xlsx (Drivers).'],
  // One word in three spellings, and cells where a number is still missing.
  ['how many paid rows are in fees.csv?', '4 of 5 rows in fees.csv where Status is'],
  ['count rows by Status in fees.csv', '- Open: 1\n- Paid: 4\n1 of all rows are exact copies'],
  ['total Fee in fees.csv', 'Total Fee (over all 5 rows in fees.csv): 200 (Fee has no number in 2 of them)'],
  // A last row without a name that is the sum of the others.
  ['total Qty in tally.csv', 'Total Qty (over all 2 rows in tally.csv): 7\n1 row that only holds totals is left out.'],
  // Every row is another stay; and of two dates the plain one is the day of the row.
  ['average Nights per Stay in stays.csv', 'Average Nights (over all 2 rows in stays.csv): 3'],
  [
    'how many stays were paid in February 2025 in stays.csv',
    '1 of 2 rows in stays.csv where Paid on is in February 2025',
  ],
  ['how many rows of stays.csv in February 2025', '1 of 2 rows in stays.csv where Date in February 2025.'],
  ['total Amount by Currency in bills.csv', '- EUR: 105\n- USD: 20'],
];
test.each(answers)('%s', async (request, said) => {
  expect((await desk.ask(request)).text).toContain(said);
});

test.each([
  ['total Cost in costs.csv', 'several currencies (€, ₪)'],
  ['total Amount in bills.csv', 'several currencies: EUR, USD'],
  // What was paid then is of another column.
  // Nothing happens on the day before which a thing is best.
  ['how many rows of costs.csv in May 2025', "can't read that"],
])('asked back: %s', async (request, said) => {
  const { text } = await desk.ask(request);
  expect(isRefusal(text)).toBe(true);
  expect(text).toContain(said);
  const [way = ''] = readAskNote(text).suggestions;
  expect(isRefusal((await desk.ask(way)).text)).toBe(false);
});

test('rows that only mention a word are not deleted, and what is offered instead is done', async () => {
  const { text, changed } = await desk.ask('delete the cancelled rows from tickets.csv');
  expect([isRefusal(text), changed]).toEqual([true, []]);
  const [exactly = '', all = ''] = readAskNote(text).suggestions;
  expect((await desk.ask(exactly)).text).toContain('Deleted 1 of 4 rows in tickets.csv where Notes is cancelled.');
  expect((await desk.ask(all)).text).toContain('Deleted 2 of 4 rows in tickets.csv where Notes contains cancelled.');
});

test('whole words are replaced, and what is there already stays', async () => {
  const { text } = await desk.ask('replace Hughes with "Dr Hughes" in swaps.csv');
  expect(text).toContain('Longer words are as they were: Hughesley.');
  expect(desk.read('swaps.csv').toString()).toBe(
    'Vet,Done\nDr Hughes,03/04/2025\nDr Hughes,05/06/2025\nAnn Hughesley,01/02/2025\n',
  );
});

test('days that could be months are not put in order', async () => {
  const { text, changed } = await desk.ask('sort swaps.csv by Done');
  expect([isRefusal(text), changed]).toEqual([true, []]);
});
