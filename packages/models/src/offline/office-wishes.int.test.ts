import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../../files/fixtures/xlsx/book.ts';
import { docxText, sheetRows } from '../../fixtures/offline-checks.ts';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

/** A bakery that delivers bread. Today is 18 November 2026. */
const rounds =
  'Date,Shop,Bread,Loaves,Trays back,Sum,Van,Paid on,Note\n' +
  '01/10/2026,Café Lune,Rye,10,2,40,Kit,05/10/2026,\n' +
  '02/10/2026,Cafe Lune,White,6,,18,kit,20/10/2026,\n' +
  '02/10/2026,Mill Inn,Rye,8,3,32,Mo,,cancelled - flood\n' +
  '03/11/2026,Mill Inn,White,4,1,12,Kit,,no-show\n' +
  '04/11/2026,Oak Deli,Whte,5,2,15,Mo,,no show\n' +
  '25/11/2026,Oak Deli,White,9,4,27,Kit,30/11/2026,\n';
const shops = [
  ['Shop', 'Owner', 'Born', 'Discount %', 'Contract'],
  ['Café Lune', 'Ivy Stone', '1980-02-03', 5, 'yes'],
  ['Mill Inn', 'Al Birch', '1961-07-01', '', 'no'],
  ['Oak Deli', 'Una Hope', '1995-11-20', 7, ''],
  ['Pier Bar', 'Sol West', '1972-05-05', '', 'no'],
];
const cells = (rows: readonly (readonly (string | number)[])[]) =>
  Object.fromEntries(
    rows.flatMap((row, y) =>
      row.flatMap((value, x) => (value === '' ? [] : [[`${String.fromCharCode(65 + x)}${y + 1}`, value] as const])),
    ),
  );
const notes =
  '# Meeting\n\n## Rounds\n\n- The van is in the garage on 24 June.\n- Kit drives.\n\n## Other\n\nPlease remember\n- Lock the door.\n\nNothing.\n';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put, call) => {
    put('rounds.csv', Buffer.from(rounds));
    put('shops.xlsx', makeBook({ sheets: [{ name: 'Shops', cells: cells(shops) }] }));
    put('notes.md', Buffer.from(notes));
    await call('docx_operations', {
      path: 'Letter to shops.docx',
      create_new: true,
      operations: [
        {
          op: 'set_paragraphs',
          paragraphs: [
            { text: 'Dear shop,', style: null },
            { text: 'We are closed from Friday 1 May to Monday 4 May. Ring Kit with questions.', style: null },
            { text: 'Kind regards,', style: null },
            { text: 'The bakery', style: null },
          ],
        },
      ],
    });
  });
});
afterAll(() => desk.close());

test.each([
  // A sign, a half sentence, what counts and what does not.
  ['rye as % of all loaves', ['42.86% of Loaves: 18 of 42']],
  ['total of the sums for Kit, paid or not', ['Total Sum: 97']],
  ['cafe lune total loaves', ['16', 'Cafe Lune or Café Lune']],
  ['what percent were no shows', ['33.3%']],
  ['which day was the busiest?', ['- 2026-10-02: 2']],
  ['loaves minus trays back for Oak Deli', ['Total Loaves − Trays back: 8']],
  ['on average how many days from the date till it is paid', ['Average days from Date to Paid on: 9']],
  ['which round has the most loaves per trays back', ['Loaves / Trays back', '01/10/2026']],
  ['who did more rounds, Kit or Mo? how many each', ['- Kit: 4', '- Mo: 2']],
  ['how many rounds were there in october and november', ['together 6']],
  // One table beside another; who is old, and who gave a contract.
  ['is there a shop on our list that never got a round?', ['Pier Bar', '1 of 4 rows']],
  ['whos our oldest shop owner', ['Al Birch']],
  ["which shops haven't given us the contract yet", ['2 of 4 rows', 'Contract is empty in 1 of all rows']],
] as const)('is answered: %s', async (request, wanted) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([false, []]);
  for (const each of wanted) expect(text).toContain(each);
});

test('what goes on from a change that was not done is no question about its numbers', async () => {
  const { text } = await desk.askOn(['A tray holds 2 loaves. Put a column Litres beside it'], 'total?');
  expect(isRefusal(text)).toBe(true);
});

test('what is left of all that there was is not all of it', async () => {
  expect(isRefusal((await desk.ask('total loaves of the rounds we still have')).text)).toBe(true);
});

test('what goes on from a sum is a sum, or is asked about', async () => {
  const on = (request: string) => desk.askOn(['how many loaves in october?'], request);
  expect((await on('and november')).text).toContain('Total Loaves: 18');
  expect(isRefusal((await desk.ask('and may')).text)).toBe(true);
});

test.each([
  ['there are typos in the rounds, Whte. please fix', (text: string) => text.replace('Whte', 'White')],
  [
    'pls add to the rounds: 06/11/2026, Mill Inn, White, 7 loaves, no trays back, 21, Mo',
    (text: string) => `${text}06/11/2026,Mill Inn,White,7,,21,Mo,,\n`,
  ],
] as const)('is done in the csv: %s', async (request, change) => {
  const { changed } = await desk.ask(request);
  expect(changed).toEqual(['rounds.csv']);
  expect(desk.read('rounds.csv').toString()).toBe(change(rounds));
});

test('a table is split into a file for each value, its spellings put together', async () => {
  const { changed, text } = await desk.ask('split the rounds into one file per van');
  expect(changed).toEqual(['rounds-van-kit.csv', 'rounds-van-mo.csv']);
  expect(desk.read('rounds-van-kit.csv').toString().trimEnd().split('\n')).toHaveLength(5);
  expect(text).toContain('Saved 4 of 6 rows of rounds.csv where Van is Kit');
});

test('a new column is empty where a value it needs is missing', async () => {
  const { text, changed } = await desk.ask(
    'I need a new column in the rounds at the end, price per loaf = sum divided by trays back, 2 decimals',
  );
  expect(changed).toEqual(['rounds.csv']);
  expect(text).toContain('In 1 row it is empty');
  const lines = desk.read('rounds.csv').toString().trimEnd().split('\n');
  expect(lines.map((line) => line.split(',').at(-1))).toEqual([
    'price per loaf',
    '20',
    '',
    '10.67',
    '12',
    '7.5',
    '6.75',
  ]);
});

test('a new name that is told with its table loses the table', async () => {
  const { changed } = await desk.ask('rename the column Owner to Contact person in the shop list');
  expect(changed).toEqual(['shops.xlsx']);
  expect(sheetRows(desk.read('shops.xlsx'), 'Shops', 3)[0]).toEqual(['Shop', 'Contact person', 'Born']);
});

test('every empty cell of one column is filled', async () => {
  const { text, changed } = await desk.ask('in the shop list write 0 where there is no discount');
  expect(changed).toEqual(['shops.xlsx']);
  expect(text).toContain('Set Discount % to 0 in 2 of 4 rows');
});

test.each([
  [
    'in the letter it should be Mo not Kit',
    'Letter to shops.docx',
    'We are closed from Friday 1 May to Monday 4 May. Ring Mo with questions.',
  ],
  [
    'letter: we are closed until tuesday 5 may, not monday 4. change pls',
    'Letter to shops.docx',
    'We are closed from Friday 1 May to Tuesday 5 May. Ring Kit with questions.',
  ],
  // It stands in two places, and both are meant.
  [
    'ב-Letter to shops.docx צריך להיות כתוב "June" במקום "May" בכל מקום',
    'Letter to shops.docx',
    'We are closed from Friday 1 June to Monday 4 June. Ring Kit with questions.',
  ],
  ['add to the letter just above Kind regards: See you in spring.', 'Letter to shops.docx', 'See you in spring.'],
] as const)('a document says the one and not the other: %s', async (request, path, line) => {
  const { changed } = await desk.ask(request);
  expect(changed).toEqual([path]);
  const lines = docxText(desk.read(path));
  expect(lines).toContain(line);
  expect(lines.at(-2)).toBe('Kind regards,');
});

test.each([
  ['in the notes: the garage day is 25 june not 24', notes.replace('24 June', '25 June')],
  [
    'add a point under Rounds in the notes: Mo drives on Friday.',
    notes.replace('Kit drives.\n', 'Kit drives.\n- Mo drives on Friday.\n'),
  ],
  [
    'add to the notes under Please remember: Feed the cat.',
    notes.replace('Lock the door.\n', 'Lock the door.\n- Feed the cat.\n'),
  ],
])('a text says the one and not the other: %s', async (request, wanted) => {
  const { changed } = await desk.ask(request);
  expect(changed).toEqual(['notes.md']);
  expect(desk.read('notes.md').toString()).toBe(wanted);
});

test.each([
  'in the letter it should not be Kit',
  'in the notes it is not Anna but Berta',
  'is it Mo not Kit in the letter?',
])('what does not say which words should stand there changes nothing: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([true, []]);
});
