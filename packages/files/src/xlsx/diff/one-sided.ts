import { openPackage } from '../../package/opc.ts';
import { openWorkbook } from '../workbook.ts';
import { wholeSheet } from './carried-cells.ts';
import type { BookDifference } from './compare-books.ts';
import type { Comparison } from './comparison.ts';
import { NO_STATS, REST, type SheetDiff } from './diff-types.ts';
import { asChanges } from './tell-cells.ts';
import { statsOf, total } from './tell-sheets.ts';

/** A workbook that came or went as a whole. */
export const oneSided = async (before: Uint8Array | null, after: Uint8Array | null): Promise<Comparison> => {
  const bytes = after ?? before;
  const book = bytes ? openWorkbook(openPackage(bytes)) : undefined;
  const status = after ? 'added' : 'removed';
  const wholeSheets: BookDifference['wholeSheets'][number][] = [];
  const side = after ? 'after' : 'before';
  for (const sheet of book?.sheets ?? [])
    if (book && sheet.type === 'worksheet') wholeSheets.push({ sheet, side, ...(await wholeSheet(book, sheet, side)) });
  const statsByName = statsOf([], [], wholeSheets);
  const sheets = (book?.sheets ?? []).map(
    ({ name }): SheetDiff => ({ name, status, stats: statsByName.get(name) ?? NO_STATS }),
  );
  const comparing = book && { before: book, after: book, rowsComparable: true, stylesFollow: true };
  const cells = comparing
    ? wholeSheets.flatMap(({ sheet, cells: all }) =>
        all.flatMap((cell) => asChanges(comparing, sheet.name, cell, [REST]).map((it) => ({ ...it, part_of: REST }))),
      )
    : [];
  return {
    cells: [],
    stylesFollow: true,
    looks: [],
    ground: bytes ?? new Uint8Array(),
    moves: [],
    units: [],
    nameBefore: (name) => name,
    diff: {
      kind: 'xlsx',
      change: after ? 'added' : before ? 'deleted' : 'unchanged',
      bytes_before: before?.length ?? null,
      bytes_after: after?.length ?? null,
      stats: { ...total([...statsByName.values()]), sheets: sheets.length, structure: 0 },
      sheets,
      cells,
      rows: [],
      columns: [],
      recalculated: [],
      structure: [],
      other_changes: [],
      changes: bytes ? [{ id: REST, label: 'The whole file', requires: [] }] : [],
    },
  };
};
