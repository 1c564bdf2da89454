import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells } from '../../../fixtures/xlsx/naive-reader.ts';
import * as books from '../../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../../fixtures/xlsx/rich.ts';
import { diffXlsx } from '../diff/diff-xlsx.ts';
import { editXlsx } from '../edit/edit-xlsx.ts';
import type { XlsxOp } from '../edit/ops.ts';
import { applyXlsxSubset } from './apply-subset.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-subset-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const edited = async (source: Buffer, ...operations: XlsxOp[]): Promise<Buffer> => {
  const stagingPath = join(folder, 'draft.xlsx');
  const result = await editXlsx({ source, operations, stagingPath });
  if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.message}`);
  return readFile(stagingPath);
};
const changesOf = async (before: Buffer, after: Buffer) => {
  const result = await diffXlsx(before, after);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.changes;
};
/** Changes by id, without the numbers of lines, which depend on what else was accepted; what the cells say stays. */
const signaturesById = async (before: Buffer, after: Buffer): Promise<ReadonlyMap<string, string>> => {
  const result = await diffXlsx(before, after);
  if (!result.ok) throw new Error(result.error.message);
  const { changes, cells } = result.value;
  const face = (it: { readonly v: unknown; readonly f: string | null } | null) =>
    it?.f?.replace(/\d+/g, '#') ?? String(it?.v ?? '');
  const signature = (id: string) => {
    const cell = cells.find((it) => it.id === id);
    const bare = id.replace(/\d+$/, '#').replace(/(?<=col[+-]:.*!).*/, '#');
    return cell ? `${bare.replace(/![A-Z]+/, '!')} ${face(cell.before)} → ${face(cell.after)}` : bare;
  };
  return new Map(changes.map(({ id }) => [id, signature(id)]));
};
const signatures = async (before: Buffer, after: Buffer) =>
  [...(await signaturesById(before, after)).values()].toSorted();
const subset = async (reference: Buffer, draft: Buffer, accepted: readonly string[]) => {
  const stagingPath = join(folder, 'subset.xlsx');
  const result = await applyXlsxSubset({ reference, draft, accepted, stagingPath });
  if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.candidates?.join()}`);
  return readFile(stagingPath);
};

/** None, all, and seeded closed subsets: each gives exactly the file it names. */
const everySubsetHolds = async (reference: Buffer, draft: Buffer, count: number) => {
  const changes = await changesOf(reference, draft);
  const all = changes.map(({ id }) => id).toSorted();
  expect((await subset(reference, draft, [])).equals(reference)).toBe(true);
  expect((await subset(reference, draft, all)).equals(draft)).toBe(true);
  const signatureById = await signaturesById(reference, draft);
  const wanted = (only: (id: string) => boolean) =>
    [...signatureById].flatMap(([id, signature]) => (only(id) ? [signature] : [])).toSorted();
  const comparedByIds = new Map<string, Buffer>();
  const random = books.seeded(99);
  for (let round = 0; round < count; round++) {
    const accepted = new Set(all.filter(() => random(2) === 1));
    for (let grew = true; grew; ) {
      grew = false;
      for (const { id, requires } of changes)
        if (accepted.has(id)) for (const it of requires) if (!accepted.has(it)) grew = accepted.add(it).size > 0;
    }
    const ids = [...accepted].toSorted().join();
    const result = await subset(reference, draft, [...accepted]);
    const compared = comparedByIds.get(ids);
    if (compared) {
      expect(result.equals(compared), ids).toBe(true);
      continue;
    }
    comparedByIds.set(ids, result);
    expect(await signatures(reference, result), ids).toEqual(wanted((id) => accepted.has(id)));
    expect(await signatures(result, draft), ids).toEqual(wanted((id) => !accepted.has(id)));
  }
  return all;
};

test('any 200 closed subsets of cell, formula, format and layout changes give exactly that workbook', async () => {
  const draft = await edited(
    books.multiSheet(),
    {
      op: 'set_cells',
      sheet: 'Q 1',
      cells: [
        { cell: 'B2', value: 10 },
        { cell: 'A3', value: 'zwei' },
        { cell: 'C3', value: '=B3*3' },
        { cell: 'E9', value: true },
      ],
    },
    { op: 'set_style', sheet: 'Q 1', range: 'A1:B1', style: { font_bold: true } },
    {
      op: 'set_cells',
      sheet: 'Second',
      cells: [
        { cell: 'A1', value: null },
        { cell: 'B4', value: '=B3+1' },
      ],
    },
    { op: 'merge_cells', sheet: 'Q 1', range: 'F1:G1' },
    { op: 'set_column_widths', sheet: 'Second', columns: [{ column: 'A', width: 30 }] },
    { op: 'set_conditional_format', sheet: 'Q 1', range: 'B2:B3', kind: 'cell', operator: '>', value: 1 },
  );
  const all = await everySubsetHolds(books.multiSheet(), draft, 200);
  expect(all).toHaveLength(11);
}, 120_000);

test('each inserted row is accepted alone and carries what stands on it', async () => {
  const draft = await edited(
    rich(),
    { op: 'insert_rows', sheet: 'Data', row: 3, count: 2 },
    {
      op: 'set_cells',
      sheet: 'Data',
      cells: [
        { cell: 'A3', value: 'new' },
        { cell: 'B3', value: 11 },
        { cell: 'A4', value: 'newer' },
        { cell: 'B5', value: 100 },
        { cell: 'C6', value: '=B3+1' },
      ],
    },
    { op: 'set_cells', sheet: 'Secret', cells: [{ cell: 'B1', value: 5 }] },
  );
  const all = await everySubsetHolds(rich(), draft, 24);
  expect(all).toEqual(['cell:Data!B5', 'cell:Data!C6', 'cell:Secret!B1', 'row+:Data!3', 'row+:Data!4']);
  const one = await subset(rich(), draft, ['row+:Data!4']);
  const cells = naiveCells(one, 'Data');
  expect(cells.get('A3')?.value).toBe('newer');
  expect(cells.get('F9')?.formula).toBe('SUM(F2:F7)');
}, 120_000);

test('deleted rows, inserted and deleted columns are each accepted alone; formulas follow those that were', async () => {
  const source = makeBook({
    sheets: [
      {
        name: 'S',
        cells: Object.fromEntries(
          Array.from({ length: 12 }, (_, at) => [
            [`A${at + 1}`, `item ${at}`],
            [`B${at + 1}`, at * 3],
            [`C${at + 1}`, `note ${at * 7}`],
            [`D${at + 1}`, { f: `B${at + 1}*2`, v: at * 6 }],
          ]).flat(),
        ),
      },
      { name: 'Sum', cells: { A1: { f: 'SUM(S!B1:B12)', v: 198 } } },
    ],
  });
  const draft = await edited(
    source,
    { op: 'delete_rows', sheet: 'S', row: 4, count: 1 },
    { op: 'insert_rows', sheet: 'S', row: 8, count: 1 },
    {
      op: 'set_cells',
      sheet: 'S',
      cells: [
        { cell: 'A8', value: 'fresh' },
        { cell: 'B8', value: 1000 },
      ],
    },
    { op: 'insert_columns', sheet: 'S', column: 'B', count: 1 },
    {
      op: 'set_cells',
      sheet: 'S',
      cells: [
        { cell: 'B1', value: 'x' },
        { cell: 'B2', value: 'y' },
        { cell: 'C1', value: -1 },
      ],
    },
    { op: 'delete_columns', sheet: 'S', column: 'D', count: 1 },
  );
  const all = await everySubsetHolds(source, draft, 32);
  expect(all).toEqual(['cell:S!C1', 'col+:S!B', 'col-:S!C', 'row+:S!8', 'row-:S!4']);
  const kept = naiveCells(await subset(source, draft, ['col+:S!B', 'row-:S!4']), 'S');
  expect([kept.get('E4')?.formula, kept.get('D4')?.value, kept.get('B2')?.value]).toEqual(['C4*2', 'note 28', 'y']);
}, 120_000);

test('rows that were sorted are one change, and an open subset is refused and says what is missing', async () => {
  const listed = (order: readonly number[], extra: number) =>
    makeBook({
      sheets: [
        {
          name: 'S',
          cells: Object.fromEntries(
            order.flatMap((id, at) => [
              [`A${at + 1}`, `item ${id}`],
              [`B${at + 1}`, id === 3 ? extra : id * 10],
              [`C${at + 1}`, `note ${id}`],
            ]),
          ),
        },
      ],
    });
  const numbers = Array.from({ length: 40 }, (_, at) => at);
  const [reference, draft] = [listed(numbers, 30), listed(numbers.toReversed(), 31)];
  expect((await changesOf(reference, draft)).map(({ id }) => id)).toEqual(['rows', 'cell:S!B37']);
  const accepted = ['cell:S!B37'];
  const result = await applyXlsxSubset({ reference, draft, accepted, stagingPath: join(folder, 'x.xlsx') });
  expect(result).toMatchObject({ ok: false, error: { reason: 'dependent_change', candidates: ['rows'] } });
});
