import { type OpcPackage, openPackage } from '../../package/opc.ts';
import { parseXml } from '../../package/xml.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import type { Cell } from '../cells.ts';
import { namesSheet, type Shift, shiftedFormula } from '../edit/shift/axis-shift.ts';
import { shiftFrame } from '../edit/shift/shift-frame.ts';
import { toDisplay } from '../formula/storage.ts';
import type { SheetFrame } from '../sheet-stream.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import { openWorkbook } from '../workbook.ts';
import {
  type ChangedCell,
  type Comparing,
  changedCells,
  compareSheet,
  followShifts,
  refOf,
  runs,
} from './diff-sheet.ts';
import {
  type CellChange,
  type CellFace,
  REST,
  ROWS,
  type RowChange,
  type SheetDiff,
  type SheetStats,
  type StructureChange,
  type XlsxDiff,
} from './diff-types.ts';
import { BOUND, frameChanges } from './frame-diff.ts';
import { otherChanges } from './other-changes.ts';

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
  readonly cells: readonly { readonly sheet: SheetInfo; readonly before: SheetInfo; readonly cell: ChangedCell }[];
  readonly hasRows: boolean;
  readonly stylesFollow: boolean;
};

export const compareBooks = async (before: Uint8Array | null, after: Uint8Array | null): Promise<Comparison> => {
  if (before === null || after === null) return oneSided(before, after);
  const [old, made] = [openPackage(before), openPackage(after)];
  const comparing = comparable(old, made);
  const pairs = pairSheets(comparing);
  const compared: Awaited<ReturnType<typeof compareSheet>>[] = [];
  for (const pair of pairs.same)
    if (differs(old, made, pair.before.part, pair.after.part) || !comparing.rowsComparable)
      compared.push(await compareSheet(comparing, pair));
  const follow = followShifts(compared);
  const hasRows = compared.some(({ alignment }) => alignment !== undefined);
  const cells: { sheet: SheetInfo; before: SheetInfo; cell: ChangedCell }[] = [];
  const structure: StructureChange[] = [];
  const rows: RowChange[] = [];
  const bySheet = new Map<string, SheetStats>();
  const recalculated: { sheet: string; count: number; first: string[] }[] = [];
  let bound = false;
  for (const it of compared) {
    const { before: from, after: to } = it.pair;
    const found = await changedCells(comparing, it, follow);
    const requires = it.alignment ? [ROWS] : [];
    for (const cell of found) cells.push({ sheet: to, before: from, cell });
    const [oldFrame, newFrame] = it.frames;
    for (const change of frameChanges(shiftedFrame(oldFrame, it.shifts, from.name), newFrame)) {
      if (BOUND.has(change.local)) bound = true;
      else
        structure.push({
          id: `frame:${to.name}:${change.local}`,
          sheet: to.name,
          what: change.what,
          before: change.before,
          after: change.after,
          requires,
        });
    }
    if (it.alignment) rows.push(...rowChanges(to.name, it.alignment));
    const quiet = found.filter(({ content, format }) => content === 'recalc' && !format);
    if (quiet.length > 0)
      recalculated.push({ sheet: to.name, count: quiet.length, first: quiet.slice(0, 20).map(refOf) });
    bySheet.set(to.name, statsOf(found, it.alignment));
  }
  const other = otherChanges(old, made, {
    sheetParts: new Set(pairs.same.flatMap((pair) => [pair.before.part, pair.after.part])),
    stylesFollow: comparing.stylesFollow,
  });
  const sheetsChanged = pairs.added.length + pairs.removed.length + pairs.renamed.length > 0 || pairs.moved;
  const hasRest = other.parts.length > 0 || bound || sheetsChanged;
  const cellChanges = cells.flatMap(({ sheet, cell }) =>
    asChanges(comparing, sheet.name, cell, compared.find(({ pair }) => pair.after === sheet)?.alignment ? [ROWS] : []),
  );
  const sheets: SheetDiff[] = [
    ...comparing.after.sheets.map((sheet): SheetDiff => {
      const renamed = pairs.renamed.find((pair) => pair.after === sheet);
      const stats = bySheet.get(sheet.name) ?? NONE;
      const own = structure.some((it) => it.sheet === sheet.name);
      const touched = Object.values(stats).some((count) => count > 0) || own;
      return {
        name: sheet.name,
        ...(renamed ? { before_name: renamed.before.name } : {}),
        status: pairs.added.includes(sheet)
          ? 'added'
          : renamed
            ? 'renamed'
            : touched
              ? 'modified'
              : pairs.movedSheets.includes(sheet)
                ? 'moved'
                : 'unchanged',
        stats,
      };
    }),
    ...pairs.removed.map((sheet): SheetDiff => ({ name: sheet.name, status: 'removed', stats: NONE })),
  ];
  const changes = [
    ...(hasRows ? [{ id: ROWS, requires: hasRest ? [REST] : [] }] : []),
    ...(hasRest ? [{ id: REST, requires: hasRows ? [ROWS] : [] }] : []),
    ...structure.map(({ id, requires }) => ({ id, requires })),
    ...cellChanges.map(({ id, requires }) => ({ id, requires })),
  ];
  const unchanged = changes.length === 0 && recalculated.length === 0 && other.words.length === 0;
  const diff: XlsxDiff = {
    kind: 'xlsx',
    change: unchanged ? 'unchanged' : 'modified',
    bytes_before: before.length,
    bytes_after: after.length,
    stats: {
      ...total([...bySheet.values()]),
      sheets: sheets.filter(({ status }) => status !== 'unchanged').length,
      structure: structure.length,
    },
    sheets,
    cells: cellChanges,
    rows,
    recalculated,
    structure,
    other_changes: other.words,
    changes,
  };
  return { diff, cells, hasRows, stylesFollow: comparing.stylesFollow };
};

/** The earlier frame as it reads once its rows have moved, so that what merely follows is no change. */
const shiftedFrame = (frame: SheetFrame, shifts: readonly Shift[], sheet: string): SheetFrame => {
  let moved = frame;
  for (const shift of shifts) {
    const isHere = namesSheet(sheet, sheet);
    const { head, tail } = shiftFrame(moved, shift, (formula) => shiftedFormula(formula, shift, isHere));
    moved = { ...moved, head, tail, document: parseXml(head + tail) };
  }
  return moved;
};

const comparable = (old: OpcPackage, made: OpcPackage): Comparing => {
  const [before, after] = [openWorkbook(old), openWorkbook(made)];
  const stringsSame =
    !['xl/sharedStrings.xml'].some((part) => differs(old, made, part, part)) &&
    (before.strings === undefined) === (after.strings === undefined);
  // Records that were there keep their numbers when every one of them still looks the same.
  const stylesFollow =
    after.styles.formats.length >= before.styles.formats.length &&
    before.styles.formats.every((_, style) => before.styles.facts(style) === after.styles.facts(style));
  return { before, after, rowsComparable: stringsSame && stylesFollow, stylesFollow };
};

const differs = (old: OpcPackage, made: OpcPackage, a: string, b: string): boolean => {
  const [x, y] = [old.zip.byName.get(a), made.zip.byName.get(b)];
  return x?.crc !== y?.crc || x?.size !== y?.size;
};

const pairSheets = ({ before, after }: Comparing) => {
  const same: { before: SheetInfo; after: SheetInfo }[] = [];
  const renamed: { before: SheetInfo; after: SheetInfo }[] = [];
  const worksheets = (book: Workbook) => book.sheets.filter(({ type }) => type === 'worksheet');
  const left = new Set(worksheets(before));
  const added: SheetInfo[] = [];
  for (const sheet of worksheets(after)) {
    const twin = [...left].find((it) => it.name === sheet.name);
    if (twin) {
      left.delete(twin);
      same.push({ before: twin, after: sheet });
    } else added.push(sheet);
  }
  for (const sheet of [...added]) {
    const twin = [...left].find((it) => it.sheetId === sheet.sheetId);
    if (!twin) continue;
    left.delete(twin);
    added.splice(added.indexOf(sheet), 1);
    const pair = { before: twin, after: sheet };
    same.push(pair);
    renamed.push(pair);
  }
  const order = same.toSorted((a, b) => a.after.index - b.after.index).map((pair) => pair.before.index);
  const moved = order.some((index, at) => at > 0 && index < (order[at - 1] ?? 0));
  const movedSheets = moved
    ? same.filter((pair) => pair.before.index !== pair.after.index).map((pair) => pair.after)
    : [];
  return { same, renamed, added, removed: [...left], moved, movedSheets };
};

const rowChanges = (
  sheet: string,
  { inserted, deleted, moved }: NonNullable<Awaited<ReturnType<typeof compareSheet>>['alignment']>,
): RowChange[] => [
  ...runs(inserted).map(
    ({ from, to }): RowChange => ({ status: 'inserted', sheet, before: null, after: `${from}:${to}` }),
  ),
  ...runs(deleted).map(
    ({ from, to }): RowChange => ({ status: 'deleted', sheet, before: `${from}:${to}`, after: null }),
  ),
  ...moved
    .slice(0, 200)
    .map(([from, to]): RowChange => ({ status: 'moved', sheet, before: `${from}:${from}`, after: `${to}:${to}` })),
];

const NONE: SheetStats = {
  values: 0,
  formulas: 0,
  formats: 0,
  recalculated: 0,
  rows_inserted: 0,
  rows_deleted: 0,
  rows_moved: 0,
};

const statsOf = (
  cells: readonly ChangedCell[],
  alignment: { inserted: readonly number[]; deleted: readonly number[]; moved: readonly unknown[] } | undefined,
): SheetStats => ({
  values: cells.filter(({ content }) => content === 'value').length,
  formulas: cells.filter(({ content }) => content === 'formula').length,
  formats: cells.filter(({ format }) => format).length,
  recalculated: cells.filter(({ content }) => content === 'recalc').length,
  rows_inserted: alignment?.inserted.length ?? 0,
  rows_deleted: alignment?.deleted.length ?? 0,
  rows_moved: alignment?.moved.length ?? 0,
});

const total = (all: readonly SheetStats[]): SheetStats =>
  all.reduce<SheetStats>(
    (sum, it) =>
      Object.fromEntries(
        Object.keys(NONE).map((key) => [key, sum[key as keyof SheetStats] + it[key as keyof SheetStats]]),
      ) as SheetStats,
    NONE,
  );

const faceOf = (book: Workbook, cell: Cell | undefined): CellFace | null =>
  cell
    ? {
        v: cell.value,
        t: cell.kind,
        f: cell.formula === null ? null : `=${toDisplay(cell.formula)}`,
        fmt: book.styles.formatCode(cell.style),
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

const oneSided = (before: Uint8Array | null, after: Uint8Array | null): Comparison => {
  const bytes = after ?? before;
  const book = bytes ? openWorkbook(openPackage(bytes)) : undefined;
  const status = after ? 'added' : 'removed';
  const sheets = (book?.sheets ?? []).map(({ name }): SheetDiff => ({ name, status, stats: NONE }));
  return {
    cells: [],
    hasRows: false,
    stylesFollow: true,
    diff: {
      kind: 'xlsx',
      change: after ? 'added' : before ? 'deleted' : 'unchanged',
      bytes_before: before?.length ?? null,
      bytes_after: after?.length ?? null,
      stats: { ...NONE, sheets: sheets.length, structure: 0 },
      sheets,
      cells: [],
      rows: [],
      recalculated: [],
      structure: [],
      other_changes: [],
      changes: bytes ? [{ id: REST, requires: [] }] : [],
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
