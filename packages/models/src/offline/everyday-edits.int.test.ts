import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';

const jobs =
  'Job No,Month,Site,Kind,Foreman,Status,Due,Paid on,Price,Approved\n' +
  'J-201,2026-10,Mill House,Roofing,Ada Flint,Open,02/12/2026,,1200,N\n' +
  'J-202,2026-10,Ferry Lane,roofing,Ada Flint,Done,05/12/2026,06/11/2026,850.50,Y\n' +
  'J-203,2026-11,Old Forge,Roofing,Ben Ord,Open,20/12/2026,,2400,N\n' +
  'J-204,2026-12,Quay Barn,Glazng,,Open,09/01/2027,,310,N\n' +
  'J-205,2026-12,Mill House,Glazing,Cy Pell,Open,11/01/2027,,990,N\n';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put, call) => {
    put('jobs.csv', Buffer.from(jobs));
    const paragraphs = [
      { text: 'Hire agreements', style: 'Title' },
      { text: 'Machines', style: 'Heading 1' },
      { text: 'All machines are insured by Hollin Mutual.', style: null },
    ];
    const rows = [
      ['Ref', 'Owner', 'Machine', 'From', 'Until', 'Yearly cost (GBP)', 'Notice (days)', 'Contact'],
      ['H-01', 'Brae Plant', 'Digger', '2025-01-01', '2026-12-31', '6,200', '60', 'Lou Hart'],
      ['H-02', 'Tarn Tools', 'Mixer', '2025-03-01', '2027-02-28', '1,150', '30', 'Mia Sand'],
      ['H-03', 'Brackenn Lifts', 'Hoist', '2026-02-01', '2028-01-31', '4,800', '90', 'Sol West'],
    ];
    await call('docx_operations', {
      path: 'Hire agreements.docx',
      create_new: true,
      operations: [{ op: 'set_paragraphs', paragraphs }],
    });
    await call('docx_operations', {
      path: 'Hire agreements.docx',
      operations: [{ op: 'insert_table', after: 'b2', rows, header: true }],
    });
  });
});
afterAll(() => desk.close());

const jobLine = (at: number) => desk.read('jobs.csv').toString().trimEnd().split('\n')[at];

test.each([
  ['Brae Plant have a new contact, Noel Park - change it please', '- Ref H-01: Contact: Noel Park (was Lou Hart)'],
  ['the notice for the hoist goes up to 120', '- Ref H-03: Notice (days): 120 (was 90)'],
  ['Brackenn should be spelt Bracken', '1 replacement made'],
])('a row of a table in a document changes like any other: %s', async (request, wanted) => {
  const { text, changed } = await desk.ask(request);
  expect([text, changed]).toEqual([expect.stringContaining(wanted), ['Hire agreements.docx']]);
});

test('a row told in the order of the columns goes below the table of the document', async () => {
  const { text, changed } = await desk.ask(
    'add an agreement H-04, Wold Cranes, tower crane, from 1 dec 2026 to 30 nov 2027, 8400 a year, 45 days notice, contact Una Rix',
  );
  expect(changed).toEqual(['Hire agreements.docx']);
  const lines = ['Ref: H-04', 'Owner: Wold Cranes', 'Machine: tower crane', 'From: 2026-12-01', 'Until: 2027-11-30'];
  for (const line of [...lines, 'Notice (days): 45', 'Contact: Una Rix']) expect(text).toContain(`- ${line}`);
  expect(text).toMatch(/^- Yearly cost \(GBP\): 8,?400$/mu);
});

test('a value of which no column is sure is still asked back', async () => {
  const { text, changed } = await desk.ask('add an agreement H-04, Wold Cranes, contact Una Rix, tower crane');
  expect([isRefusal(text), changed]).toEqual([true, []]);
});

test('a code and what is told with the name of a column find their places', async () => {
  await desk.ask(
    'new job: J-206, month 2026-12, site Lock Cottage, kind Roofing, foreman Ada Flint, status Open, price 450',
  );
  expect(jobLine(6)).toBe('J-206,2026-12,Lock Cottage,Roofing,Ada Flint,Open,,,450,');
});

test.each([
  ['Glazng is a typo, should be Glazing', 4, 'J-204,2026-12,Quay Barn,Glazing,,Open,09/01/2027,,310,N'],
  [
    'theres a typo in the jobs, Glazng should be Glazing. please fix it',
    4,
    'J-204,2026-12,Quay Barn,Glazing,,Open,09/01/2027,,310,N',
  ],
  [
    'roofing should have a capital R like the others',
    2,
    'J-202,2026-10,Ferry Lane,Roofing,Ada Flint,Done,05/12/2026,06/11/2026,850.50,Y',
  ],
  [
    'the kind is spelled Glazing with an i, please correct it everywhere',
    4,
    'J-204,2026-12,Quay Barn,Glazing,,Open,09/01/2027,,310,N',
  ],
  ['push the due date of J-203 to January 5', 3, 'J-203,2026-11,Old Forge,Roofing,Ben Ord,Open,05/01/2027,,2400,N'],
  [
    "J-203 has just paid, set it to paid with today's date",
    3,
    'J-203,2026-11,Old Forge,Roofing,Ben Ord,Open,20/12/2026,18/11/2026,2400,N',
  ],
])('what is told becomes true: %s', async (request, at, wanted) => {
  const { changed } = await desk.ask(request);
  expect([jobLine(at), changed]).toEqual([wanted, ['jobs.csv']]);
});

test.each([
  ['J-201 and J-203 go to Cy Pell', [1, 3], 4, 'Cy Pell'],
  ['J-203 is done, price was 2500', [3], 8, '2500'],
])('a verb says what becomes of rows: %s', async (request, rows, column, wanted) => {
  const { changed } = await desk.ask(request);
  expect([rows.map((at) => jobLine(at)?.split(',')[column]), changed]).toEqual([rows.map(() => wanted), ['jobs.csv']]);
});

test('a number keeps the word of its column beside it', async () => {
  const { text } = await desk.ask('the notice for Brae Plant is 75 days now');
  expect(text).toContain('Notice (days): 75 (was 60)');
});

test('values for one column after another are a row, and a number in the place of a name is no amount', async () => {
  await desk.ask('add a job: J-206, 2026-12, Lock Cottage, Roofing, Ada Flint, Open, 09/02/2027, today, 450, N');
  expect(jobLine(6)).toBe('J-206,2026-12,Lock Cottage,Roofing,Ada Flint,Open,09/02/2027,18/11/2026,450,N');
});

test('several rows that are named one by one change together', async () => {
  await desk.ask('J-201, J-203 and J-205 are done');
  expect([1, 3, 5].map((at) => jobLine(at)?.split(',')[5])).toEqual(['Done', 'Done', 'Done']);
  expect(jobLine(4)).toContain(',Open,');
});

test('one sentence gives two rows to two people', async () => {
  await desk.ask('assign J-204 to Ada Flint and J-205 to Ben Ord');
  expect([jobLine(4)?.split(',')[4], jobLine(5)?.split(',')[4]]).toEqual(['Ada Flint', 'Ben Ord']);
});

test('the rows of a month change where all of them are meant', async () => {
  await desk.ask('set approved to Y for all the December jobs');
  expect([1, 3, 4, 5].map((at) => jobLine(at)?.split(',')[9])).toEqual(['N', 'N', 'Y', 'Y']);
});

test('a month that could be of two columns changes nothing', async () => {
  const { text, changed } = await desk.ask('set approved to Y for all the January jobs');
  expect([isRefusal(text), changed]).toEqual([true, []]);
});

test('a column is calculated from columns that are said by a part of their names', async () => {
  await desk.ask('add a column Gross to the jobs that is price times 1.2');
  expect(jobLine(2)).toMatch(/,Y,1020\.6$/);
});

test('what fits a row of a list and a row of a document is asked back, each as a request', async () => {
  const { text, changed } = await desk.ask('H-01 and J-201 are done');
  expect([isRefusal(text), changed]).toEqual([true, []]);
});

test.each([
  'J-201 and J-999 are done',
  'the notice for the hoist does not go up to 120',
  'push the due date of J-203 to January 5 or 6',
  'Glazng is not a typo, should be Glazng',
  'roofing should not have a capital R',
  'assign J-204 to Ada Flint and J-999 to Ben Ord',
  'assign J-204 to Ada Flint and not J-205 to Ben Ord',
  'Brae Plant may have a new contact, Noel Park',
])('nothing is changed: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed, readAskNote(text).suggestions.length > 0]).toEqual([true, [], true]);
});
