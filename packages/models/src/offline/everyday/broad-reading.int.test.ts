import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../../testing/offline-desk.ts';

const patience = { timeout: 120_000 };

/** A shop that grinds coffee. Today is Wednesday, 18 November 2026. */
const folder: Readonly<Record<string, readonly string[]>> = {
  'orders.csv': [
    'Order no,Order date,Customer,Town,Product,Kg,Total,Status,Paid on',
    '71,2026-09-04,Mill Cafe,Ludlow,Kenya AA,10,150,Paid,2026-09-20',
    '72,2026-10-02,Fern Deli,Hereford,House Blend,5,65,Overdue,',
    '73,2026-10-09,Mill Cafe,Ludlow,House Blend,20,260,Open,',
    '74,2026-11-03,Fern Deli,Hereford,Kenya AA,5,75,Cancelled,',
    '75,2026-11-05,Castle Inn,Ludlow,Kenya AA,2,30,Open,',
    '75,2026-11-05,Castle Inn,Ludlow,Kenya AA,2,30,Open,',
  ],
  'stock.csv': [
    'Code,Product,On hand (kg),Reorder level (kg),Cost per kg',
    'K1,Kenya AA,12,20,9.5',
    'H1,House Blend,40,30,6',
    'D1,Decaf,3,5,8',
  ],
};
const actions = [
  ['No.', 'Action', 'Owner', 'Due', 'Status'],
  ['1', 'Order new labels', 'Ann Hill', 'Nov 10, 2026', 'Open'],
  ['2', 'Mend the grinder', 'Bob Reed', 'Nov 30, 2026', 'Open'],
  ['3', 'Paint the door', 'Ann Hill', 'Nov 12, 2026', 'Done'],
];

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put, tool) => {
    for (const [path, lines] of Object.entries(folder)) put(path, Buffer.from(`${lines.join('\n')}\n`));
    const common = { copy_from: null, track_changes: null, summary: null };
    const paragraph = (text: string, style: string) => ({
      text,
      runs: null,
      style,
      alignment: null,
      space_before: null,
      space_after: null,
      line_spacing: null,
      indent_left: null,
      indent_right: null,
      indent_first_line: null,
    });
    const made = (await tool('docx_operations', {
      ...common,
      path: 'minutes.docx',
      create_new: true,
      expected_version: null,
      operations: [
        {
          op: 'set_paragraphs',
          paragraphs: [
            paragraph('Minutes of the roastery', 'Title'),
            paragraph('Decisions', 'Heading 1'),
            paragraph('The shop opens again on 4 January 2027.', 'Normal'),
            paragraph('Actions', 'Heading 1'),
          ],
        },
      ],
    })) as { readonly version?: string };
    await tool('docx_operations', {
      ...common,
      path: 'minutes.docx',
      create_new: null,
      expected_version: made.version ?? null,
      operations: [{ op: 'insert_table', after: 'b3', rows: actions, header: true, style: null, widths: null }],
    });
  });
}, patience.timeout);
afterAll(() => desk.close());

const answers: readonly (readonly [string, readonly string[], (readonly string[])?])[] = [
  // One column against another, two multiplied, months, copies, shares.
  ['what do we need to reorder?', ['2 of 3 rows', 'Kenya AA', 'Decaf', 'On hand (kg) is less than Reorder level (kg)']],
  ['what is the stock worth, kg times cost?', ['378', 'On hand (kg) × Cost per kg']],
  ['kilos sold per month please', ['- 2026-09: 10', '- 2026-10: 25', '- 2026-11: 9']],
  ['is any order in there twice?', ['1 of 6 rows', '75 | 2026-11-05']],
  ['what percentage of the orders is from Ludlow?', ['66.7%']],
  ['which customer buys the most from us?', ['- Mill Cafe: 410']],
  ['how many kilos of the Kenya went out since october', ['Total Kg: 9', 'Product is Kenya AA']],
  // A table of a document is one like the others; what stands in no table may stand in a sentence.
  ['which actions are overdue?', ['1 of 3 rows in minutes.docx', 'Order new labels']],
  ['when does the shop open again?', ['4 January 2027']],
  // What goes on keeps what was asked, and the table.
  ['split that by town', ['- Ludlow: 470', '- Hereford: 140'], ['what did we sell altogether?']],
  ['and in november?', ['Total: 135', '3 of 6 rows'], ['what did we sell in october?']],
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

const csv = (path: string): readonly string[] => desk.read(path).toString().trimEnd().split('\n');

test('the rows of the turn before are saved apart, put in order and changed', patience, async () => {
  const before = ['which orders are from Ludlow?'];
  const saved = await desk.askOn(before, 'put those into a new file please');
  const [path = ''] = saved.changed;
  expect(
    csv(path)
      .slice(1)
      .map((line) => line.slice(0, 2)),
  ).toEqual(['71', '73', '75', '75']);
  const sorted = await desk.askOn([...before, 'put those into a new file please'], 'sort that by total');
  expect(sorted.changed).toEqual([path]);
  expect(csv(path)[1]).toMatch(/^75,/);
  const gone = await desk.askOn(['is any order in there twice?'], 'take the second one out');
  expect(gone.changed).toEqual(['orders.csv']);
  expect(csv('orders.csv')).toEqual(folder['orders.csv']?.slice(0, -1));
});

test('one row that is told of is changed, in a table of a document too', patience, async () => {
  const told = await desk.ask('mark the new labels as done');
  expect(told.changed).toEqual(['minutes.docx']);
  expect(told.text).toContain('was Open');
  const added = await desk.ask('Add an action 4: Book the fair, owner Bob Reed, due Dec 2, 2026, Open');
  expect(added.changed).toEqual(['minutes.docx']);
  expect(added.text).toContain('- Due: Dec 2, 2026');
  const paid = await desk.ask("order 72 has just paid, set it to Paid with today's date");
  expect(paid.changed).toEqual(['orders.csv']);
  expect(csv('orders.csv')[2]).toBe('72,2026-10-02,Fern Deli,Hereford,House Blend,5,65,Paid,2026-11-18');
  // Both the orders and the stock know a Kenya AA with an amount a kilo: nobody guesses which is meant.
  const several = await desk.ask('the kg of Decaf is now 7');
  expect([several.text, several.changed.length <= 1]).toEqual([several.text, true]);
});

test.each(['sort it by total', 'delete those', 'how much is that altogether?', 'what will we sell in december?'])(
  'nothing is guessed where nothing was said before: %s',
  patience,
  async (request) => {
    const { text, changed } = await desk.askOn(['thanks'], request);
    expect([text, isRefusal(text)]).toEqual([text, true]);
    expect(changed).toEqual([]);
  },
);
