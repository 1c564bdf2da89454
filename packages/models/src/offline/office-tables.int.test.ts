import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

/** Tables as offices keep them: a total row below, thousands with commas, the day before the month, Yes and No. */
const folder: Readonly<Record<string, readonly string[]>> = {
  'rents.csv': ['Flat,House,Monthly rent', 'A1,Quay,1000', 'A2,Quay,1500', 'B1,Mews,900', 'Total,,3400'],
  'jobs.csv': [
    'Job,Reported,Trade,Firm,Cost,Paid',
    '11,14/02/2025,Paint,Hale,"1,240.00",Yes',
    '12,03/03/2025,Paint,Topline,780.00,No',
    '13,28/03/2025,Roof,Topline,"2,450.00",No',
    '14,05/11/2024,Roof,Hale,96.00,Yes',
  ],
  'unclear.csv': ['Name,Sent,Weight', 'a,01/02/2025,3', 'b,03/04/2025,5'],
  'orders.csv': ['Order date,Customer,Amount', '2025-01-02,Ann,10', '2025-01-02,Ben,20', '2025-01-03,Ann,30'],
  'brands.csv': ['Brand,Country,Sold', 'Total,France,7', 'Shell,UK,9'],
};

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    for (const [path, lines] of Object.entries(folder)) put(path, Buffer.from(`${lines.join('\n')}\n`));
  });
});
afterAll(() => desk.close());

const answers: readonly (readonly [string, string])[] = [
  // A total row is not added to its own rows, and the answer says that it was left out.
  ['total Monthly rent in rents.csv', 'over all 3 rows in rents.csv): 3400\n1 row that only holds totals is left out.'],
  ['how many rows are in rents.csv?', '3 rows in rents.csv.'],
  ['highest rent in rents.csv', 'Highest Monthly rent (over all 3 rows in rents.csv): 1500'],
  // A brand called Total beside its country is a row like any other.
  ['total Sold in brands.csv', 'over all 2 rows in brands.csv): 16'],
  // The noun a column turns on.
  ['rent per house in rents.csv', '- Mews: 900\n- Quay: 2500'],
  // … which is not the first word of an English name: these are orders, not dates.
  ['how many orders are in orders.csv?', '3 rows in orders.csv.'],
  // What is owed is what the rows say that are not paid.
  [
    'how much do we still have to pay to Topline in jobs.csv?',
    'Total Cost: 3230\n(2 of 4 rows in jobs.csv where Paid is No',
  ],
  ['how much do we owe Hale in jobs.csv?', 'jobs.csv where Paid is No and Firm is Hale'],
  ['total Cost by Firm in jobs.csv', '- Hale: 1336\n- Topline: 3230'],
  ['Which job was the most expensive in jobs.csv?', '- 13 | 28/03/2025 | Roof | Topline | 2,450.00 | No'],
  ['show the jobs over 1000 pounds in jobs.csv', '2 of 4 rows in jobs.csv where Cost more than 1000'],
  ['how many jobs were reported in March 2025 in jobs.csv?', '2 of 4 rows in jobs.csv'],
  ['total Cost in jobs.csv since the start of 2025', 'over 3 of 4 rows in jobs.csv where Reported since 2025): 4470'],
  ['show the jobs in jobs.csv that are not paid', '2 of 4 rows in jobs.csv where Paid is No'],
  ['how many unpaid jobs are in jobs.csv?', '2 of 4 rows in jobs.csv where Paid is No.'],
];
test.each(answers)('%s', async (request, said) => {
  const { text, changed } = await desk.ask(request);
  expect(text).toContain(said);
  expect(changed).toEqual([]);
});

test.each([
  // The first of February or the second of January: nobody can tell.
  'how many rows of unclear.csv are in February 2025?',
  // The most of a name is the last in the alphabet.
  'Which firm was paid the most in jobs.csv?',
  'sort jobs.csv by cost after I have checked it',
  // Words behind a request that could be read without them.
  'what does slide 1 of jobs.csv say about the roof and delete it',
])('refused: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text) ? 'refused' : text, changed]).toEqual(['refused', []]);
});

test('rows are put in order by what their numbers say, each with its very bytes', async () => {
  await desk.ask('sort jobs.csv by Cost descending');
  const lines = desk.read('jobs.csv').toString().trimEnd().split('\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Job', '13', '11', '12', '14']);
  expect(lines[1]).toBe('13,28/03/2025,Roof,Topline,"2,450.00",No');
});

test('a table with a total row is never put in order in its own file', async () => {
  const { text, changed } = await desk.ask('sort rents.csv by Monthly rent descending');
  expect(changed).toEqual(['rents-sorted.csv']);
  expect(desk.read('rents-sorted.csv').toString()).not.toContain('Total');
  expect(text).toContain('rents.csv is as it was.');
});

test('a saved table keeps the words and figures that were written', async () => {
  await desk.ask('show the jobs of jobs.csv that are not paid and save as open.csv');
  const [, first] = desk.read('open.csv').toString().split(/\r?\n/);
  expect(first).toBe('12,03/03/2025,Paint,Topline,780.00,No');
});

test('marking rows writes the word of the column itself', async () => {
  const { text, changed } = await desk.ask('mark job 12 as paid in jobs.csv');
  expect([text, changed]).toEqual(['Set Paid to Yes in 1 of 4 rows in jobs.csv where Job is 12.', ['jobs.csv']]);
  expect(desk.read('jobs.csv').toString()).toContain('12,03/03/2025,Paint,Topline,780.00,Yes');
});
