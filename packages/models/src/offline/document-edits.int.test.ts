import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put, call) => {
    put('costs.csv', Buffer.from('Item,Planned,Actual\nSand,100,120\nLime,40,35\nStraw,60,60\nTotal,200,215\n'));
    const make = async (path: string, paragraphs: readonly (readonly [string, string | null])[]) =>
      call('docx_operations', {
        path,
        create_new: true,
        operations: [{ op: 'set_paragraphs', paragraphs: paragraphs.map(([text, style]) => ({ text, style })) }],
      });
    await make('Letter to customers.docx', [
      ['[Customer], [Town]', null],
      ['Date: [Date]', null],
      ['Dear [Contact], these terms hold for [Customer].', null],
    ]);
    await make('Site minutes.docx', [
      ['Decisions', 'Heading 1'],
      ['The wall is finished on 18 January 2027.', null],
      ['Notes', 'Heading 1'],
      ['Somebody asked whether 18 January 2027 is a holiday.', null],
    ]);
  });
});
afterAll(() => desk.close());

test('the fields of a letter are filled in a copy, every place of each', async () => {
  const { text, changed } = await desk.ask(
    "make out the letter for the Anchor Inn in Whitby, contact is Mrs Pell, today's date",
  );
  expect(changed).toEqual(['Letter to customers-filled.docx']);
  for (const line of ['[Customer]: Anchor Inn', '[Town]: Whitby', '[Contact]: Mrs Pell', '[Date]: 18 November 2026'])
    expect(text).toContain(line);
});

test.each([
  'make out the letter for the Anchor Inn in Whitby, contact is Mrs Pell',
  "make out the letter for the Anchor Inn in Whitby, not for Mrs Pell, today's date",
  "make out the letter for the Anchor Inn in Whitby, contact is Mrs Pell, today's date, and post it",
  'under Decisions, replace 19 January 2027 with 25 January 2027',
  'under Decisions, do not replace 18 January 2027 with 25 January 2027',
])('nothing is changed: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([true, []]);
});

test('what is replaced under a heading stays elsewhere', async () => {
  const { text, changed } = await desk.ask('Under Decisions, replace 18 January 2027 with 25 January 2027.');
  expect([changed, text]).toEqual([['Site minutes.docx'], expect.stringContaining('Changed 1 place')]);
  expect(text).toContain('The wall is finished on 25 January 2027.');
});

test('a calculated column leaves the row of totals empty, and the answer says so', async () => {
  const { text } = await desk.ask('add a column Over = Actual - Planned to costs.csv');
  expect(desk.read('costs.csv').toString()).toBe(
    'Item,Planned,Actual,Over\nSand,100,120,20\nLime,40,35,-5\nStraw,60,60,0\nTotal,200,215,\n',
  );
  expect(text).toContain('The rows that hold totals are left empty.');
});
