import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../../testing/offline-desk.ts';
import { readAskNote } from '../../view/ask-note.ts';

const patience = { timeout: 120_000 };

/** A shed that lends tools, and books in Hebrew. Today is Wednesday, 18 November 2026. */
const folder: Readonly<Record<string, readonly string[]>> = {
  'loans.csv': [
    'Date,Borrower,Item,Type,Fee,Paid,Returned,Due back,Status',
    '02/10/2026,Ann Hill,Band saw,Loan,20,Yes,Yes,09/10/2026,Closed',
    '13/10/2026,Bob Reed,Drill,Loan,5,No,No,20/10/2026,Open',
    'Tues 3 Nov,Ann Hill,Drill,Course,40,Yes,,,Open',
    '14/11/2026,Cora Lane,Planer,Loan,15,No,No,28/11/2026,Open',
    '20/11/2026,Bob Reed,Band saw,Loan,20,No,No,27/11/2026,Open',
  ],
  'ספרים.csv': [
    'שם השואל,ספר,הוחזר,להחזיר עד,סניף',
    'דנה לוי,אטלס,לא,2026-10-01,צפון',
    'יואב כהן,מילון,לא,2026-12-01,צפון',
    'דנה לוי,מדריך הליכה,כן,2026-09-01,דרום',
    'נועה בר,מילון,לא,2026-11-02,דרום',
  ],
};

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    for (const [path, lines] of Object.entries(folder)) put(path, Buffer.from(`${lines.join('\n')}\n`));
  });
}, patience.timeout);
afterAll(() => desk.close());

const answers: readonly (readonly [string, readonly string[], (readonly string[])?])[] = [
  // A day typed as text counts, and a word for the rows that is also a value is told with both figures.
  ['how many loans were there in november?', ['3 of 5 rows', 'With only those where Type is Loan: 2 rows']],
  ['which items are still out?', ['3 of 5 rows', 'Returned is No']],
  ['next loan due back', ['Due back is 2026-11-18 or later', '27/11/2026']],
  ['total fee by borrower and type', ['Ann Hill, Course: 40', 'Bob Reed, Loan: 25']],
  ['מי עוד לא החזיר בקובץ ספרים.csv', ['3 מתוך 4 שורות', 'הוחזר הוא לא']],
  ['ומי מהם כבר עבר את התאריך', ['2 מתוך 4 שורות', 'להחזיר עד לפני 2026-11-18'], ['מי עוד לא החזיר בקובץ ספרים.csv']],
];
test.each(answers.map(([request, told, before = []]) => ({ request, told, before })))(
  'answered: $request',
  patience,
  async ({ request, told, before }) => {
    const { text, changed } = await desk.askOn(before, request);
    for (const each of told) expect(text).toContain(each);
    expect(changed).toEqual([]);
  },
);

// What was understood and is not in the answer is never passed over.
const refused: readonly (readonly [string, (readonly string[])?])[] = [
  ['which borrowers dont have a drill'],
  ['loans from Ann Hill or in october'],
  ['which loans are from late november'],
  ['how much did we take in fees for children'],
  ['who came twice'],
  ['set the status of the Planer loan to Closed last week'],
  ['add a column Tax = 18% of Fee in the other sheet'],
  ["and what's still open", ['how much have we taken in november']],
  ['כמה ספרים בחוץ בסניף צפון או עד דצמבר'],
  ['אילו ספרים בחוץ לילדים'],
];
test.each(refused.map(([request, before = []]) => ({ request, before })))(
  'refused: $request',
  patience,
  async ({ request, before }) => {
    const { text, changed } = await desk.askOn(before, request);
    expect([text, isRefusal(text)]).toEqual([text, true]);
    expect(changed).toEqual([]);
  },
);

test('two tables that fit are both offered, and each works', patience, async () => {
  const { text } = await desk.ask('מי עוד לא החזיר');
  expect(isRefusal(text)).toBe(true);
  const [first = '', second = ''] = readAskNote(text).suggestions;
  for (const way of [first, second]) expect(isRefusal((await desk.ask(way)).text)).toBe(false);
});

test('everything at one place moves to another, in its own column alone', patience, async () => {
  const { changed } = await desk.ask('כל מה שהיה בסניף צפון עבר לסניף מרכז');
  expect(changed).toEqual(['ספרים.csv']);
  const lines = desk.read('ספרים.csv').toString().trimEnd().split('\n');
  expect(lines).toEqual(folder['ספרים.csv']?.map((line) => line.replace('צפון', 'מרכז')));
});

test('a value is written as its column writes it', patience, async () => {
  expect((await desk.ask('set the status of Cora Lane to closed')).changed).toEqual(['loans.csv']);
  expect(desk.read('loans.csv').toString()).toContain('Cora Lane,Planer,Loan,15,No,No,28/11/2026,Closed');
});
