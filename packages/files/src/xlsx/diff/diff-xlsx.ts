import { type FileResult, settle } from '../../tools/errors.ts';
import { columnLetters } from '../ref.ts';
import type { Workbook } from '../workbook.ts';
import { type GoneCell, goneCells } from './carried-cells.ts';
import { refOf } from './changed-cells.ts';
import { type BookDifference, differenceOf, type PlacedCell, shiftedReference } from './compare-books.ts';
import type { Comparison, Look } from './comparison.ts';
import type { SheetCompared } from './diff-sheet.ts';
import { type CellChange, LINES, REST, type StructureChange, type XlsxDiff } from './diff-types.ts';
import { type LineUnit, linesNeededBy, movesOf, unitsOf } from './line-moves.ts';
import { boundByMoves } from './moved-rows.ts';
import { createNeedsRest } from './needs-rest.ts';
import { oneSided } from './one-sided.ts';
import { asChanges, cellLabel, faceOf, recalculatedOf } from './tell-cells.ts';
import { lineChanges, sheetsOf, statsOf, total } from './tell-sheets.ts';

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

export const compareBooks = async (before: Uint8Array | null, after: Uint8Array | null): Promise<Comparison> => {
  if (before === null || after === null) return await oneSided(before, after);
  const found = await differenceOf(before, after, { inPlace: false });
  const ground = await shiftedReference(before, found);
  if (!ground) return await told(before, after, found, undefined);
  const inner = await differenceOf(ground, after, { inPlace: true });
  const moves = found.compared.flatMap(movesOf);
  const units = unitsOf(moves);
  const gone = await goneCells(found.comparing.before, units);
  const original = found.comparing.before;
  return await told(before, after, inner, { ground, moves, units, gone, original, compared: found.compared });
};

type Moved = Pick<Comparison, 'ground' | 'moves' | 'units'> & {
  readonly compared: readonly SheetCompared[];
  readonly gone: readonly GoneCell[];
  readonly original: Workbook;
};

const told = async (
  before: Uint8Array,
  after: Uint8Array,
  given: BookDifference,
  moved: Moved | undefined,
): Promise<Comparison> => {
  const found = withDetails(given, moved);
  const { comparing, pairs } = found;
  const aligned = (moved?.compared ?? found.compared).filter(({ rows, columns }) => rows || columns);
  const asOne = moved ? [] : aligned;
  const units = moved?.units ?? [];
  const own = found.cells.filter((it) => !newLineOf(it, units));
  const needsRest = createNeedsRest(comparing.before);
  const loose = own.flatMap(({ sheet, cell }) =>
    asChanges(comparing, sheet.name, cell, [
      ...(asOne.some(({ pair }) => pair.after === sheet) ? [LINES] : []),
      ...(cell.after?.formula ? linesNeededBy(cell.after.formula, sheet.name, units) : []),
      ...(found.hasRest && cell.after?.formula && needsRest(cell.after.formula) ? [REST] : []),
    ]),
  );
  const bound = await boundByMoves({
    comparing,
    compared: found.compared,
    cells: loose,
    units,
    original: moved?.original ?? comparing.before,
    aligned,
  });
  const needs = (id: string, requires: readonly string[]) => [...new Set([...requires, ...(bound.get(id) ?? [])])];
  const cells = loose.map((it) => ({ ...it, requires: needs(it.id, it.requires) }));
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
      ? [{ id: LINES, label: 'Rows and columns that moved', requires: needs(LINES, found.hasRest ? [REST] : []) }]
      : []),
    ...units.map(({ id, label }) => ({ id, label, requires: needs(id, []) })),
    ...(found.hasRest ? [{ id: REST, label: restLabel(found), requires: asOne.length > 0 ? [LINES] : allLines }] : []),
    ...structure.map(({ id, sheet, what, requires }) => ({ id, label: `${sheet}: ${what}`, requires })),
    ...cells.map((cell) => ({ id: cell.id, label: cellLabel(cell), requires: cell.requires })),
  ];
  const sheets = sheetsOf(pairs, comparing.after, statsByName, structure);
  const unchanged = changes.length === 0 && recalculated.length === 0 && found.otherWords.length === 0;
  return {
    cells: found.cells,
    stylesFollow: comparing.stylesFollow,
    looks: looksOf(found),
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

const mostLooks = 500;

const looksOf = ({ comparing, cells }: BookDifference): readonly Look[] => {
  if (comparing.stylesFollow) return [];
  return cells
    .filter(({ cell }) => cell.format && cell.before && cell.after)
    .map(({ sheet, cell }) => ({
      sheet: sheet.name,
      ref: refOf(cell),
      before: faceOf(comparing.before, cell.before),
      after: faceOf(comparing.after, cell.after),
    }))
    .filter(({ before, after }) => before?.fmt !== after?.fmt)
    .slice(0, mostLooks);
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

const newLineOf = (
  { sheet, cell }: Pick<PlacedCell, 'sheet' | 'cell'>,
  units: readonly LineUnit[],
): LineUnit | undefined =>
  units.find(
    ({ moves, status, from, to }) =>
      status === 'inserted' && moves.after === sheet.name && cell[moves.axis] >= from && cell[moves.axis] <= to,
  );

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
