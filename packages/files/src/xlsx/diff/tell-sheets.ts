import type { Workbook } from '../workbook.ts';
import type { Alignment } from './align-lines.ts';
import type { BookDifference, PlacedCell } from './compare-books.ts';
import { runs, type SheetCompared } from './diff-sheet.ts';
import { type LineChange, NO_STATS, type SheetDiff, type SheetStats, type StructureChange } from './diff-types.ts';

/** The fate of every sheet, with counts. */
export const sheetsOf = (
  { added, renamed, moved, removed }: BookDifference['pairs'],
  after: Workbook,
  statsByName: ReadonlyMap<string, SheetStats>,
  structure: readonly StructureChange[],
): SheetDiff[] => [
  ...after.sheets.map((sheet): SheetDiff => {
    const stats = statsByName.get(sheet.name) ?? NO_STATS;
    const twin = renamed.find((pair) => pair.after === sheet);
    const touched = Object.values(stats).some((count) => count > 0) || structure.some((it) => it.sheet === sheet.name);
    return {
      name: sheet.name,
      ...(twin ? { before_name: twin.before.name } : {}),
      status: added.includes(sheet)
        ? 'added'
        : twin
          ? 'renamed'
          : touched
            ? 'modified'
            : moved.includes(sheet)
              ? 'moved'
              : 'unchanged',
      stats,
    };
  }),
  ...removed.map(
    (sheet): SheetDiff => ({ name: sheet.name, status: 'removed', stats: statsByName.get(sheet.name) ?? NO_STATS }),
  ),
];

/** Rows or columns that came, went or moved, in runs. */
export const lineChanges = (
  sheet: string,
  alignment: Alignment | undefined,
  name: (number: number) => string,
): LineChange[] => {
  if (!alignment) return [];
  const span = ({ from, to }: { from: number; to: number }) => `${name(from)}:${name(to)}`;
  return [
    ...runs(alignment.inserted).map(
      (run): LineChange => ({ status: 'inserted', sheet, before: null, after: span(run) }),
    ),
    ...runs(alignment.deleted).map((run): LineChange => ({ status: 'deleted', sheet, before: span(run), after: null })),
    ...alignment.moved.slice(0, 200).map(
      ([from, to]): LineChange => ({
        status: 'moved',
        sheet,
        before: span({ from, to: from }),
        after: span({ from: to, to }),
      }),
    ),
  ];
};

export const statsOf = (
  cells: readonly PlacedCell[],
  aligned: readonly SheetCompared[],
  wholeSheets: BookDifference['wholeSheets'],
): ReadonlyMap<string, SheetStats> => {
  const stats = new Map<string, Record<keyof SheetStats, number>>();
  const of = (name: string) => {
    const known = stats.get(name) ?? { ...NO_STATS };
    stats.set(name, known);
    return known;
  };
  for (const { sheet, cell } of cells) {
    const it = of(sheet.name);
    if (cell.content === 'value') it.values++;
    if (cell.content === 'formula') it.formulas++;
    if (cell.content === 'recalc') it.recalculated++;
    if (cell.format) it.formats++;
  }
  for (const { sheet, cells: all, total: count } of wholeSheets) {
    const formulas = all.filter(({ content }) => content === 'formula').length;
    of(sheet.name).formulas += formulas;
    of(sheet.name).values += count - formulas;
  }
  for (const { pair, rows, columns } of aligned) {
    const it = of(pair.after.name);
    it.rows_inserted += rows?.inserted.length ?? 0;
    it.rows_deleted += rows?.deleted.length ?? 0;
    it.rows_moved += rows?.moved.length ?? 0;
    it.cols_inserted += columns?.inserted.length ?? 0;
    it.cols_deleted += columns?.deleted.length ?? 0;
    it.cols_moved += columns?.moved.length ?? 0;
  }
  return stats;
};

export const total = (all: readonly SheetStats[]): SheetStats =>
  all.reduce<SheetStats>(
    (sum, it) =>
      Object.fromEntries(
        Object.keys(NO_STATS).map((key) => [key, sum[key as keyof SheetStats] + it[key as keyof SheetStats]]),
      ) as SheetStats,
    NO_STATS,
  );
