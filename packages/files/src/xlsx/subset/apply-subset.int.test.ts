import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
const ids = async (before: Buffer, after: Buffer) => (await changesOf(before, after)).map(({ id }) => id).toSorted();
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
  const random = books.seeded(99);
  for (let round = 0; round < count; round++) {
    const accepted = new Set(all.filter(() => random(2) === 1));
    for (let grew = true; grew; ) {
      grew = false;
      for (const { id, requires } of changes)
        if (accepted.has(id)) for (const it of requires) if (!accepted.has(it)) grew = accepted.add(it).size > 0;
    }
    const result = await subset(reference, draft, [...accepted]);
    expect(await ids(reference, result), [...accepted].join()).toEqual(all.filter((id) => accepted.has(id)));
    expect(await ids(result, draft), [...accepted].join()).toEqual(all.filter((id) => !accepted.has(id)));
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

test('rows that were inserted carry what stands on them', async () => {
  const draft = await edited(
    rich(),
    { op: 'insert_rows', sheet: 'Data', row: 3, count: 2 },
    {
      op: 'set_cells',
      sheet: 'Data',
      cells: [
        { cell: 'B5', value: 100 },
        { cell: 'C6', value: 1 },
      ],
    },
    { op: 'set_cells', sheet: 'Secret', cells: [{ cell: 'B1', value: 5 }] },
  );
  const all = await everySubsetHolds(rich(), draft, 12);
  expect(all).toEqual(['cell:Data!B5', 'cell:Data!C6', 'cell:Secret!B1', 'rest', 'rows']);
}, 60_000);

test('an open subset is refused and says what is missing', async () => {
  const draft = await edited(
    rich(),
    { op: 'insert_rows', sheet: 'Data', row: 3 },
    { op: 'set_cells', sheet: 'Data', cells: [{ cell: 'B4', value: 7 }] },
  );
  const result = await applyXlsxSubset({
    reference: rich(),
    draft,
    accepted: ['cell:Data!B4'],
    stagingPath: join(folder, 'x.xlsx'),
  });
  expect(result).toMatchObject({ ok: false, error: { reason: 'dependent_change', candidates: ['rows'] } });
});
