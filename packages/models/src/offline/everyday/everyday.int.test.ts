import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../../testing/offline-desk.ts';

const patience = { timeout: 60_000 };

/** A small workshop. Today is Wednesday, 18 November 2026. */
const folder: Readonly<Record<string, readonly string[]>> = {
  'repairs.csv': [
    'Repair,Customer,Bike,Mechanic,Brought,Due,Status,Price,Note',
    'R1,Anna Berg,Road,Joe Marsh,2026-10-02,2026-10-09,Done,80,',
    'R2,Ben Cole,Cargo,Ida Holm,2026-10-20,2026-11-03,In progress,240,waiting for parts',
    'R3,Anna Berg,City,Joe Marsh,2026-11-05,2026-11-12,Done,60,',
    'R4,Carl Dunn,Cargo,Idda Holm,2026-11-10,2026-11-25,In progress,310,child seat',
    'R5,Dora Eker,City,,2026-11-17,2026-11-27,Cancelled,45,',
    'R6,Ben Cole,Road,,2026-11-24,2026-11-30,Booked,120,',
  ],
  'bills.csv': [
    'Bill,Customer,Date,Due,Net,VAT,Total,Paid on',
    'B1,Anna Berg,05/10/2026,19/10/2026,80,16,96,30/10/2026',
    'B2,Ben Cole,13/10/2026,27/10/2026,200,40,240,',
    'B3,Carl Dunn,09/11/2026,30/11/2026,100,20,120,',
    'B4,Anna Berg,10/11/2026,24/11/2026,60,12,72,12/11/2026',
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
  // What is owed and overdue is told by the columns that say so.
  ['how much are we owed at the moment', ['Total: 360', '2 of 4 rows in bills.csv where Paid on is empty']],
  [
    'and how much of that is overdue?',
    ['Total: 240', 'Due is before 2026-11-18'],
    ['how much are we owed at the moment'],
  ],
  ['which customer has paid late most often?', ['- Anna Berg: 1', 'where Paid on is after Due']],
  ['which repairs are past their due date and still not done', ['1 of 6 rows', 'R2', 'Due is before 2026-11-18']],
  // Days count from today, and the answer names them.
  ['whats coming in next week', ['1 of 6 rows', 'R6', 'Brought is in 2026-11-23 – 2026-11-29']],
  // A part of a name is the name; another spelling of it is counted and told.
  ['how many repairs has ida had?', ['2 of 6 rows in repairs.csv where Mechanic is Ida Holm or Idda Holm']],
  ['and joe?', ['2 of 6 rows in repairs.csv where Mechanic is Joe Marsh'], ['how many repairs has ida had?']],
  ['which repairs still have nobody', ['2 of 6 rows in repairs.csv where Mechanic is empty']],
  // What is said beside a question is no part of it.
  ['what was the vat in october? need it for the tax man', ['Total VAT: 56', '2 of 4 rows']],
  ['compare october vs november before vat', ['280 (2 rows)', '160 (2 rows)', 'difference -120']],
];
test.each(answers.map(([request, told, before = []]) => ({ request, told, before })))(
  '$request',
  patience,
  async ({ request, told, before }) => {
    const { text, changed } = await desk.askOn(before, request);
    for (const each of told) expect(text).toContain(each);
    expect(changed).toEqual([]);
  },
);

test.each([
  // No column tells it, or a word of it means nothing here.
  'which repairs were guaranteed?',
  'how many repairs should be free?',
  'did Anna Berg always pay on time?',
  'what profit did we make on the cargo bikes?',
  // What is told or asked to be done is no question.
  'anna berg has paid everything now',
  'email ben cole about his bill',
])('refused: %s', patience, async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([text, isRefusal(text)]).toEqual([text, true]);
  expect(changed).toEqual([]);
});
