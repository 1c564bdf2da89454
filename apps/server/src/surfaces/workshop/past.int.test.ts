import { expect, test } from 'vitest';
import { startBenchServer } from '../../testing/bench-server.ts';
import { codeOf, done } from '../../testing/replies.ts';

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const sentence = 'The heron landed at dawn';
const replaced = (tool: string, path: string, key: 'edits' | 'operations') => ({
  write: [tool, { path, [key]: [{ op: 'replace_text', search: 'Marker', replace: sentence }] }] as Call,
  clear: [tool, { path, [key]: [{ op: 'replace_text', search: sentence, replace: 'Marker' }] }] as Call,
});
const cell = (value: string): Call => [
  'xlsx_operations',
  { path: 'book.xlsx', operations: [{ op: 'set_cells', sheet: 'Plan', cells: [{ cell: 'B2', value }] }] },
];
const record = (value: string): Call => [
  'csv_operations',
  { path: 'costs.csv', operations: [{ op: 'update_cells', cells: [{ row: 2, column: 'Item', value }] }] },
];
const line = (search: string, replace: string): Call => [
  'edit_text_file',
  { path: 'notes.txt', edits: [{ op: 'replace', search, replace }] },
];

/** In each kind of file one sentence that comes and goes, written by the file tools themselves. */
const kinds: Readonly<Record<string, { readonly write: Call; readonly clear: Call }>> = {
  'notes.txt': { write: line('Marker', sentence), clear: line(sentence, 'Marker') },
  'costs.csv': { write: record(sentence), clear: record('Marker') },
  'book.xlsx': { write: cell(sentence), clear: cell('Marker') },
  'letter.docx': replaced('docx_operations', 'letter.docx', 'operations'),
  'deck.pptx': replaced('pptx_operations', 'deck.pptx', 'operations'),
};

const made: readonly Call[] = [
  [
    'xlsx_operations',
    {
      path: 'book.xlsx',
      create_new: true,
      operations: [
        { op: 'ensure_sheet', sheet: 'Plan' },
        {
          op: 'set_cells',
          sheet: 'Plan',
          cells: [
            { cell: 'B2', value: 'Marker' },
            { cell: 'A1', value: 'Old' },
          ],
        },
      ],
    },
  ],
  [
    'docx_operations',
    {
      path: 'letter.docx',
      create_new: true,
      operations: [
        { op: 'append_paragraph', text: 'Dear all,' },
        { op: 'append_paragraph', text: 'Marker' },
      ],
    },
  ],
  [
    'pptx_operations',
    { path: 'deck.pptx', create_new: true, operations: [{ op: 'add_slide', title: 'Marker', body: 'One' }] },
  ],
];

test('[WS-90] [WS-91] over sixty turns a sentence is found where it came and went, and a place names who wrote it', async () => {
  const { client, bench, say, tools } = await startBenchServer();
  const id = await bench.create({
    'notes.txt': 'First\nMarker\nLast\n',
    'costs.csv': 'Item,Cost\nChairs,120\nMarker,80\n',
    'filler.txt': '0\n',
  });
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { refineInDraft: true } }));
  const turn = async (text: string, calls: readonly Call[]) => {
    const { edits, review } = await tools(id, calls);
    return say(id, text, edits, { review });
  };
  await turn('make the files', made);
  const came = await turn(
    'write it',
    Object.values(kinds).map(({ write }) => write),
  );
  for (let nth = 1; nth <= 28; nth += 1) await say(id, `filler ${nth}`, { 'filler.txt': `${nth}\n` });
  const went = await turn(
    'take it out',
    Object.values(kinds).map(({ clear }) => clear),
  );
  for (let nth = 29; nth <= 57; nth += 1) await say(id, `filler ${nth}`, { 'filler.txt': `${nth}\n` });

  const found = await done(client.WorkshopSearchHistory({ workbenchId: id, query: 'HERON landed' }));
  expect(found.notCovered).toEqual([]);
  expect(found.hits.map(({ path }) => path).sort()).toEqual(Object.keys(kinds).sort());
  for (const hit of found.hits)
    expect(hit).toMatchObject({
      appeared: { messageId: came.answer, modelId: 'builtin:offline', because: 'draft' },
      vanished: { messageId: went.answer, modelId: 'builtin:offline' },
    });
  const value = await done(client.WorkshopSearchHistory({ workbenchId: id, query: 'nowhere in here' }));
  expect(value.hits).toEqual([]);

  const blamed = (path: string, place: Parameters<typeof client.WorkshopBlame>[0]['place']) =>
    done(client.WorkshopBlame({ workbenchId: id, path, place }));
  expect(await blamed('book.xlsx', { kind: 'cell', sheet: 'Plan', cell: 'B2' })).toMatchObject({
    isOriginal: false,
    since: { messageId: went.answer, modelId: 'builtin:offline', cost: 0 },
    tool: { name: 'xlsx_operations' },
  });
  expect(await blamed('notes.txt', { kind: 'line', line: 2 })).toMatchObject({
    text: 'Marker',
    since: { messageId: went.answer },
  });
  expect(await blamed('notes.txt', { kind: 'line', line: 1 })).toMatchObject({
    text: 'First',
    isOriginal: true,
    tool: null,
    since: { messageId: null },
  });
  const missing = { workbenchId: id, path: 'notes.txt', place: { kind: 'line', line: 99 } } as const;
  expect(await codeOf(client.WorkshopBlame(missing))).toBe('PLACE_NOT_FOUND');
  expect(await codeOf(client.WorkshopBlame({ ...missing, path: 'gone.txt' }))).toBe('FILE_NOT_FOUND');
}, 120_000);
