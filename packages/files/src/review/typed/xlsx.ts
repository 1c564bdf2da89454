import type { ReviewCellFace, ReviewItem } from '@atelier/contracts';
import type { Comparison } from '../../xlsx/diff/comparison.ts';
import { type CellFace, LINES, type LineChange, REST, type SheetDiff } from '../../xlsx/diff/diff-types.ts';
import { compareBooks } from '../../xlsx/diff/diff-xlsx.ts';
import { wordsBesideCells } from '../../xlsx/diff/rest-words.ts';
import { xlsxGrid } from '../../xlsx/index.ts';
import { parseCell } from '../../xlsx/ref.ts';
import type { Built } from './built.ts';
import { type Said, saidBetween } from './said.ts';

const shownRows = 50;
const shownColumns = 30;
const bandCells = 500;

/** Sheets that came, went or were renamed, with their first rows; then rows, columns, cells and settings, by sheet. */
export const buildXlsx = async (before: Buffer | null, after: Buffer | null): Promise<Built> => {
  const compared = await compareBooks(before, after);
  const { diff } = compared;
  const isWhole = before === null || after === null;
  const order = new Map(diff.sheets.map(({ name }, at) => [name, at]));
  const items = [
    ...(await sheetItems(diff.sheets, before, after, isWhole)),
    ...[
      ...diff.rows.map((line) => bandItem(compared, line, 'rows')),
      ...diff.columns.map((line) => bandItem(compared, line, 'columns')),
    ],
    ...diff.cells.filter(({ part_of }) => part_of === undefined).map(cellItem),
    ...diff.cells.filter((cell) => isBeyondGrid(cell)).map((cell) => carriedItem(cell, isWhole)),
    ...diff.structure.map(settingItem),
  ];
  const said = before && after ? await saidByRest(compared, after) : undefined;
  return {
    kind: 'xlsx',
    ...(said ? { said: new Map([[REST, said]]) } : {}),
    items: items.toSorted((a, b) => (order.get(a.group) ?? 0) - (order.get(b.group) ?? 0)),
    groups: new Map(diff.sheets.map(({ name }) => [name, name])),
    changes: isWhole ? [] : diff.changes,
    also: [...alsoOf(compared), ...recalculatedOf(compared)],
    results: diff.recalculated.flatMap(({ sheet, cells }) =>
      cells.map(({ ref, before: old, after: made }) => ({
        sheet,
        ref,
        before: old?.shown ?? '',
        after: made?.shown ?? '',
      })),
    ),
    isDivisible: !isWhole,
  };
};

/** What changed outside the cells, in words, where it is one change with everything else. */
const saidByRest = async (
  { diff, ground, nameBefore, looks }: Comparison,
  after: Buffer,
): Promise<Said | undefined> => {
  if (!diff.changes.some(({ id }) => id === REST)) return undefined;
  const withRows = diff.other_changes.includes('row heights and styles');
  // With its lines where they are now, so that a comment that only moved is not told.
  const [was, is] = [
    new Map(await wordsBesideCells(ground, { withRows })),
    new Map(await wordsBesideCells(after, { withRows, called: nameBefore })),
  ];
  for (const { sheet, ref, before: old, after: made } of looks) {
    was.set(`look ${sheet} ${ref}`, lookOf(sheet, ref, old));
    is.set(`look ${sheet} ${ref}`, lookOf(sheet, ref, made));
  }
  return saidBetween(was, is);
};

const lookOf = (sheet: string, ref: string, face: CellFace | null): string =>
  `${sheet}!${ref}: ${face?.shown ?? ''} (${face?.fmt ?? ''})`;

const sheetItems = async (
  sheets: readonly SheetDiff[],
  before: Buffer | null,
  after: Buffer | null,
  isWhole: boolean,
): Promise<ReviewItem[]> => {
  const items: ReviewItem[] = [];
  for (const sheet of sheets) {
    if (sheet.status === 'modified' || sheet.status === 'unchanged') continue;
    const isGone = sheet.status === 'removed';
    const isNew = sheet.status === 'added';
    const bytes = isNew ? after : isGone ? before : null;
    const grid = bytes ? await firstRows(bytes, sheet.name) : { rows: [], rowCount: 0, columnCount: 0 };
    items.push({
      what: 'sheet',
      id: `sheet:${sheet.name}`,
      group: sheet.name,
      place: { at: 'sheet', sheet: sheet.name },
      status: isNew ? 'added' : isGone ? 'removed' : sheet.status === 'moved' ? 'moved' : 'changed',
      changes: [isWhole ? 'whole' : REST],
      nameBefore: isNew ? null : (sheet.before_name ?? sheet.name),
      nameAfter: isGone ? null : sheet.name,
      ...grid,
    });
  }
  return items;
};

const firstRows = async (bytes: Buffer, sheet: string) => {
  const options = { sheet, row_start: 0, row_count: shownRows, col_start: 0, col_count: shownColumns };
  const grid = await xlsxGrid(bytes, options);
  if (!grid.ok) return { rows: [], rowCount: 0, columnCount: 0 };
  const rows = grid.value.cells.map((row) =>
    row.map(({ display, formula }) => (display === '' ? (formula ?? '') : display)),
  );
  return { rows, rowCount: grid.value.row_count, columnCount: grid.value.col_count };
};

const statusByLine = { inserted: 'added', deleted: 'removed', moved: 'moved' } as const;

const bandItem = ({ units, diff }: Comparison, line: LineChange, at: 'rows' | 'columns'): ReviewItem => {
  const [from = '', to = ''] = (line.after ?? line.before ?? '').split(':');
  const axis = at === 'rows' ? 'row' : 'column';
  const place = { at, sheet: line.sheet, from, to };
  const numbers = [numberOf(from), numberOf(to)] as const;
  const own = units.filter(
    (unit) =>
      unit.status === line.status &&
      unit.moves.axis === axis &&
      unit.moves.after === line.sheet &&
      unit.from >= numbers[0] &&
      unit.to <= numbers[1],
  );
  const carriers = new Set(own.map(({ id }) => id));
  const held = diff.cells.filter(({ part_of }) => part_of !== undefined && carriers.has(part_of)).slice(0, bandCells);
  return {
    what: 'band',
    id: `${at}:${line.sheet}:${line.before ?? ''}:${line.after ?? ''}`,
    group: line.sheet,
    place,
    status: statusByLine[line.status],
    // Lines that moved about cannot be taken one by one.
    changes: own.length > 0 ? own.map(({ id }) => id) : [LINES],
    before: line.before,
    after: line.after,
    cells: held.flatMap(({ ref, before, after }) => {
      const face = after ?? before;
      return face ? [{ ref, face: faceOf(face) }] : [];
    }),
  };
};

/** A row number, or the number of a column's letters. */
const numberOf = (name: string): number =>
  /^\d+$/.test(name) ? Number(name) : [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const cellItem = ({ id, sheet, ref, kind, before, after }: Comparison['diff']['cells'][number]): ReviewItem => ({
  what: 'cell',
  id,
  group: sheet,
  place: { at: 'cell', sheet, ref },
  status: isBlank(before) ? 'added' : isBlank(after) ? 'removed' : 'changed',
  changes: [id],
  differs: kind,
  before: before && faceOf(before),
  after: after && faceOf(after),
});

/** Cells of a new or deleted sheet that the grid of its first rows does not reach. */
const isBeyondGrid = ({ part_of, ref }: Comparison['diff']['cells'][number]): boolean => {
  const cell = part_of === REST ? parseCell(ref) : undefined;
  return cell !== undefined && (cell.row > shownRows || cell.column > shownColumns);
};

/** Such a cell comes and goes with its sheet. */
const carriedItem = (cell: Comparison['diff']['cells'][number], isWhole: boolean): ReviewItem => ({
  ...cellItem(cell),
  changes: [isWhole ? 'whole' : REST],
});

const isBlank = (face: CellFace | null): boolean => face === null || (face.t === 'blank' && face.f === null);

const faceOf = ({ v, t, f, fmt, shown }: CellFace): ReviewCellFace => ({
  value: v,
  type: t,
  formula: f,
  format: fmt,
  shown,
});

const settingItem = ({ id, sheet, what, before, after }: Comparison['diff']['structure'][number]): ReviewItem => ({
  what: 'setting',
  id,
  group: sheet ?? '',
  place: sheet === null ? { at: 'file' } : { at: 'sheet', sheet },
  status: before === '' ? 'added' : after === '' ? 'removed' : 'changed',
  changes: [id],
  title: what,
  before: before === '' ? null : before,
  after: after === '' ? null : after,
});

/** How the file holds together is told by what is in it; only what a person could mean is named. */
const bookkeeping = /^(package bookkeeping|shared strings|calculation order|sheet part ?\d*)$/;

const alsoOf = ({ diff }: Comparison): string[] => diff.other_changes.filter((words) => !bookkeeping.test(words));

/** Values that followed from others: what they were and are, and that no spreadsheet program has confirmed them. */
const recalculatedOf = ({ diff }: Comparison): string[] =>
  diff.recalculated.map(({ sheet, count, cells }) => {
    const told = cells.slice(0, 5).map(({ ref, before, after }) => `${ref} ${shownOf(before)} → ${shownOf(after)}`);
    return `Atelier calculated ${count} value${count === 1 ? '' : 's'} on sheet ${sheet} again: ${told.join(', ')}${count > 5 ? ', …' : ''}. Your spreadsheet program calculates them when it opens the file.`;
  });

const shownOf = (face: CellFace | null): string => face?.shown || 'empty';
