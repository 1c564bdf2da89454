import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

const paragraph = (text: string, style: string | null = null) => ({ text, style });

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put, call) => {
    put('visits.csv', Buffer.from('Day,Visitors\n2026-11-01,40\n2026-11-02,35\n'));
    const make = async (operations: readonly object[], isNew: boolean) => {
      const made = await call('docx_operations', {
        path: 'Museum rules.docx',
        ...(isNew ? { create_new: true } : {}),
        operations,
      });
      if (!made.ok) throw new Error(JSON.stringify(made));
    };
    const paragraphs = [
      paragraph('Museum rules', 'Title'),
      paragraph('Opening', 'Heading 1'),
      paragraph('Doors open at 9:30am. The cafe closes at 4pm.'),
      paragraph('The next fire drill is on 12 December 2026.'),
      paragraph('Tickets', 'Heading 1'),
      paragraph('Adults pay £8 a visit, students £5. Cloakroom lockers cost £2.'),
      paragraph('Guided tours cost £12.00 per group, and school tours £9.00 per group.'),
    ];
    await make([{ op: 'set_paragraphs', paragraphs }], true);
    const rows = [
      ['Ticket', 'Price'],
      ['Adult, per visit', '£8.00'],
      ['Locker', '£2.00'],
    ];
    await make([{ op: 'insert_table', after: 'b6', rows, header: true }], false);
  });
});
afterAll(() => desk.close());

test.each([
  ['the doors are going to open at 10am, change it in the rules', 'Doors open at 10am. The cafe'],
  ['the fire drill got moved to 9 january, can you update the rules', '9 January 2027'],
  [
    'adults pay £9 a visit from now on, change it wherever it says so in the rules. students stay the same',
    'Adults pay £9 a visit, students £5',
  ],
  ['school tours go from £9 to £10 in the rules', 'school tours £10.00 per group'],
  ['change the lockers to £3 in the rules', 'lockers cost £3.'],
])('the value that stands for it changes: %s', async (request, wanted) => {
  const { text, changed } = await desk.ask(request);
  expect([text, changed]).toEqual([expect.stringContaining(wanted), ['Museum rules.docx']]);
});

test('a row of a table changes with the sentence that says the same', async () => {
  const { text } = await desk.ask('adults pay £9 a visit, update the rules');
  expect(text).toContain('Changed 2 places');
  expect(text).toContain('Adult, per visit | £9.00');
});

test.each([
  'add a line under tickets in the rules: Children under 5 come in free.',
  'in the rules under opening can you add that the garden is closed in winter',
])('a line is added under its heading: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([text, changed]).toEqual([
    expect.stringContaining('Added to Museum rules.docx, under "'),
    ['Museum rules.docx'],
  ]);
});

test.each([
  'tours are £15 now, change it in the rules',
  'the parking costs £3, change it in the rules',
  'the doors are going to open at noon, change it in the rules',
  'are the doors open at 10am? check the rules',
  'add a line under parking in the rules: It is full by noon.',
])('nothing is changed: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([true, []]);
});
