import { openPackage } from '../../package/opc.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import type { Cell } from '../cells.ts';
import { toDisplay } from '../formula/storage.ts';
import { shownText } from '../read/shown-text.ts';
import { columnLetters } from '../ref.ts';
import type { Workbook } from '../workbook.ts';
import { openWorkbook } from '../workbook.ts';
import type { Alignment } from './align-lines.ts';
import { type GoneCell, goneCells, wholeSheet } from './carried-cells.ts';
import { type ChangedCell, refOf } from './changed-cells.ts';
import { type BookDifference, differenceOf, type PlacedCell, shiftedReference } from './compare-books.ts';
import { type Comparing, runs, type SheetCompared } from './diff-sheet.ts';
import {
  type CellChange,
  type CellFace,
  LINES,
  type LineChange,
  NO_STATS,
  REST,
  type SheetDiff,
  type SheetStats,
  type StructureChange,
  type XlsxDiff,
} from './diff-types.ts';
import { type LineMoves, type LineUnit, linesNeededBy, movesOf, unitsOf } from './line-moves.ts';
import { createNeedsRest } from './needs-rest.ts';

export type DiffOptions = {
  readonly sheet?: string | null;
  readonly offset?: number | null;
  readonly limit?: number | null;
};

const SHOWN = 500;

export const diffXlsx = (
  before: Uint8Array | null,
  after: Uint8Array | null,
  options: DiffOptions = {},
): Promise<FileResult<XlsxDiff>> => settle(async () => windowed((await compareBooks(before, after)).diff, options));

/** Everything a comparison found, for those who go on to apply parts of it. */
export type Comparison = {
  readonly diff: XlsxDiff;
  /** Changed cells, those on new rows and columns included. */
  readonly cells: readonly PlacedCell[];
  readonly stylesFollow: boolean;
  /** The earlier file with its lines where they are in the later one; its own bytes where none moved. */
  readonly ground: Uint8Array;
  readonly moves: readonly LineMoves[];
  readonly units: readonly LineUnit[];
  /** What a sheet of the later file is called in the earlier one. */
  readonly nameBefore: (sheet: string) => string;
};

export const compareBooks = async (before: Uint8Array | null, after: Uint8Array | null): Promise<Comparison> => {
  if (before === null || after === null) return await oneSided(before, after);
  const found = await differenceOf(before, after, { inPlace: false });
  const ground = await shiftedReference(before, found);
  if (!ground) return told(before, after, found, undefined);
  const inner = await differenceOf(ground, after, { inPlace: true });
  const moves = found.compared.flatMap(movesOf);
  const units = unitsOf(moves);
  const gone = await goneCells(found.comparing.before, units);
  return told(before, after, inner, { ground, moves, units, gone, compared: found.compared });
};

type Moved = Pick<Comparison, 'ground' | 'moves' | 'units'> & {
  readonly compared: readonly SheetCompared[];
  readonly gone: readonly GoneCell[];
};

const told = (before: Uint8Array, after: Uint8Array, given: BookDifference, moved: Moved | undefined): Comparison => {
  const found = withDetails(given, moved);
  const { comparing, pairs } = found;
  const aligned = (moved?.compared ?? found.compared).filter(({ rows, columns }) => rows || columns);
  const asOne = moved ? [] : aligned;
  const units = moved?.units ?? [];
  const own = found.cells.filter((it) => !newLineOf(it, units));
  const needsRest = createNeedsRest(comparing.before);
  const cells = own.flatMap(({ sheet, cell }) =>
    asChanges(comparing, sheet.name, cell, [
      ...(asOne.some(({ pair }) => pair.after === sheet) ? [LINES] : []),
      ...(cell.after?.formula ? linesNeededBy(cell.after.formula, sheet.name, units) : []),
      ...(found.hasRest && cell.after?.formula && needsRest(cell.after.formula) ? [REST] : []),
    ]),
  );
  // What came with a new sheet or line is shown with it, though it cannot be taken without it.
  const carried = [
    ...found.cells.flatMap(({ sheet, cell }) => {
      const line = newLineOf({ sheet, cell }, units);
      return line ? asChanges(comparing, sheet.name, cell, [line.id]).map((it) => ({ ...it, part_of: line.id })) : [];
    }),
    ...(moved?.gone ?? []).map(({ sheet, unit, cell }): CellChange => {
      const ref = refOf(cell);
      const kind = cell.formula === null ? 'value' : 'formula';
      const face = faceOf(comparing.before, cell);
      // Another cell may stand there by now, so its name is not taken.
      return {
        id: `gone:${sheet}!${ref}`,
        sheet,
        ref,
        kind,
        before: face,
        after: null,
        requires: [unit],
        part_of: unit,
      };
    }),
    ...found.wholeSheets.flatMap(({ sheet, cells: all }) =>
      all.flatMap((cell) => asChanges(comparing, sheet.name, cell, [REST]).map((it) => ({ ...it, part_of: REST }))),
    ),
  ];
  const structure = found.frames.map(
    ({ sheet, change }): StructureChange => ({
      id: `frame:${sheet.name}:${change.local}`,
      sheet: sheet.name,
      what: change.what,
      before: change.before,
      after: change.after,
      requires: [
        ...(asOne.some(({ pair }) => pair.after === sheet) ? [LINES] : []),
        ...units.filter(({ moves }) => moves.after === sheet.name).map(({ id }) => id),
      ],
    }),
  );
  const statsByName = statsOf(own, aligned, found.wholeSheets);
  const recalculated = recalculatedOf(comparing, own);
  const allLines = units.map(({ id }) => id);
  const changes = [
    ...(asOne.length > 0
      ? [{ id: LINES, label: 'Rows and columns that moved', requires: found.hasRest ? [REST] : [] }]
      : []),
    ...units.map(({ id, label }) => ({ id, label, requires: [] })),
    ...(found.hasRest ? [{ id: REST, label: restLabel(found), requires: asOne.length > 0 ? [LINES] : allLines }] : []),
    ...structure.map(({ id, sheet, what, requires }) => ({ id, label: `${sheet}: ${what}`, requires })),
    ...cells.map((cell) => ({ id: cell.id, label: cellLabel(cell), requires: cell.requires })),
  ];
  const sheets = sheetsOf(pairs, comparing.after, statsByName, structure);
  const unchanged = changes.length === 0 && recalculated.length === 0 && found.otherWords.length === 0;
  return {
    cells: found.cells,
    stylesFollow: comparing.stylesFollow,
    ground: moved?.ground ?? before,
    moves: moved?.moves ?? [],
    units,
    nameBefore: (name) => pairs.renamed.find(({ after: it }) => it.name === name)?.before.name ?? name,
    diff: {
      kind: 'xlsx',
      change: unchanged ? 'unchanged' : 'modified',
      bytes_before: before.length,
      bytes_after: after.length,
      stats: {
        ...total([...statsByName.values()]),
        sheets: sheets.filter(({ status }) => status !== 'unchanged').length,
        structure: structure.length,
      },
      sheets,
      cells: [...cells, ...carried],
      rows: aligned.flatMap(({ pair, rows }) => lineChanges(pair.after.name, rows, String)),
      columns: aligned.flatMap(({ pair, columns }) => lineChanges(pair.after.name, columns, columnLetters)),
      recalculated,
      structure,
      other_changes: found.otherWords,
      changes,
    },
  };
};

/** Where nothing can be told of a difference, that there is one is a change all the same. */
const withDetails = (found: BookDifference, moved: Moved | undefined): BookDifference => {
  const isTold =
    moved !== undefined ||
    found.isOnlyOrder ||
    found.hasRest ||
    found.frames.length > 0 ||
    found.cells.length > 0 ||
    found.compared.some(({ rows, columns }) => rows || columns);
  if (isTold) return found;
  return { ...found, hasRest: true, otherWords: [...found.otherWords, 'details that no cell shows'] };
};

const restLabel = ({ otherWords, pairs }: BookDifference): string => {
  const names = (word: string, sheets: readonly { readonly name: string }[]) =>
    sheets.map(({ name }) => `sheet ${name} ${word}`);
  const all = [
    ...names('added', pairs.added),
    ...names('removed', pairs.removed),
    ...pairs.renamed.map(({ before, after }) => `sheet ${before.name} renamed to ${after.name}`),
    ...names('moved', pairs.moved),
    ...otherWords,
  ];
  return all.length === 0 ? 'Everything else' : `Everything else: ${all.join(', ')}`;
};

const cellLabel = ({ sheet, ref, kind, before, after }: CellChange): string => {
  const words = (face: CellFace | null) => {
    const text = String(face?.f ?? face?.v ?? '');
    return text === '' ? 'empty' : text.length > 40 ? `${text.slice(0, 40)}…` : text;
  };
  return kind === 'format' ? `${sheet}!${ref}: format` : `${sheet}!${ref}: ${words(before)} → ${words(after)}`;
};

const newLineOf = (
  { sheet, cell }: Pick<PlacedCell, 'sheet' | 'cell'>,
  units: readonly LineUnit[],
): LineUnit | undefined =>
  units.find(
    ({ moves, status, from, to }) =>
      status === 'inserted' && moves.after === sheet.name && cell[moves.axis] >= from && cell[moves.axis] <= to,
  );

const sheetsOf = (
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

const lineChanges = (
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

const statsOf = (
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

const MOST_RECALCULATED = 200;

const recalculatedOf = ({ before, after }: Comparing, cells: readonly PlacedCell[]): XlsxDiff['recalculated'] => {
  const quiet = cells.filter(({ cell }) => cell.content === 'recalc' && !cell.format);
  return [...Map.groupBy(quiet, ({ sheet }) => sheet.name)].map(([sheet, own]) => ({
    sheet,
    count: own.length,
    first: own.slice(0, 20).map(({ cell }) => refOf(cell)),
    cells: own.slice(0, MOST_RECALCULATED).map(({ cell }) => ({
      ref: refOf(cell),
      before: faceOf(before, cell.before),
      after: faceOf(after, cell.after),
    })),
  }));
};

const total = (all: readonly SheetStats[]): SheetStats =>
  all.reduce<SheetStats>(
    (sum, it) =>
      Object.fromEntries(
        Object.keys(NO_STATS).map((key) => [key, sum[key as keyof SheetStats] + it[key as keyof SheetStats]]),
      ) as SheetStats,
    NO_STATS,
  );

const faceOf = (book: Workbook, cell: Cell | undefined): CellFace | null =>
  cell
    ? {
        v: cell.value,
        t: cell.kind,
        f: cell.formula === null ? null : `=${toDisplay(cell.formula)}`,
        fmt: book.styles.formatCode(cell.style),
        shown: cell.pending ? '?' : shownText(book, cell),
        ...(cell.formula !== null && book.calculatesOnLoad ? { awaits_calculation: true as const } : {}),
      }
    : null;

const asChanges = (
  { before, after, stylesFollow }: Comparing,
  sheet: string,
  cell: ChangedCell,
  requires: readonly string[],
): CellChange[] => {
  const ref = refOf(cell);
  const faces = { sheet, ref, before: faceOf(before, cell.before), after: faceOf(after, cell.after), requires };
  return [
    ...(cell.content === 'value' || cell.content === 'formula'
      ? [{ id: `cell:${sheet}!${ref}`, kind: cell.content, ...faces }]
      : []),
    ...(cell.format && stylesFollow ? [{ id: `format:${sheet}!${ref}`, kind: 'format' as const, ...faces }] : []),
  ];
};

const oneSided = async (before: Uint8Array | null, after: Uint8Array | null): Promise<Comparison> => {
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

const windowed = (diff: XlsxDiff, options: DiffOptions): XlsxDiff => {
  const chosen = options.sheet ? diff.cells.filter(({ sheet }) => sheet === options.sheet) : diff.cells;
  const offset = options.offset ?? 0;
  const limit = Math.min(options.limit ?? SHOWN, SHOWN);
  const cells = chosen.slice(offset, offset + limit);
  if (cells.length === chosen.length) return { ...diff, cells };
  return {
    ...diff,
    cells,
    truncated: { shown: cells.length, total: chosen.length, next_offset: offset + cells.length },
  };
};
