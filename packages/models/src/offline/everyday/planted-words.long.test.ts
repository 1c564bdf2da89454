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

// Every word counts: a word that is planted changes the answer, or nobody answers.
const plain = [
  'how many orders are from Ludlow?',
  'what did we sell in october?',
  'which actions are open?',
  'total kg of the orders from Hereford',
] as const;
const planted = [
  (request: string) => request.replace(/(orders|sell|actions)/u, '$1 not'),
  (request: string) => request.replace(/(from|in|of the|open)/u, 'except $1'),
  (request: string) => request.replace(/\?|$/u, ' with a discount?'),
  (request: string) => request.replace(/\?|$/u, ' by post?'),
  (request: string) => request.replace(/\?|$/u, ' over 70?'),
  (request: string) => request.replace(/\?|$/u, ' of the returned ones?'),
  (request: string) => request.replace(/(Ludlow|october|open|Hereford)/u, '$1 or Leominster'),
  (request: string) => `will ${request}`,
];
test.each(plain)('a planted word is never passed over: %s', patience, async (request) => {
  const usual = await desk.ask(request);
  expect(isRefusal(usual.text)).toBe(false);
  for (const plant of planted) {
    const { text, changed } = await desk.ask(plant(request));
    expect(changed).toEqual([]);
    if (!isRefusal(text)) expect([plant(request), text]).not.toEqual([plant(request), usual.text]);
  }
});
