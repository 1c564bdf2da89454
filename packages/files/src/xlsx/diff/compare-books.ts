import { type OpcPackage, openPackage } from '../../package/opc.ts';
import { isRefusal } from '../../package/refusal.ts';
import { zipToBuffer } from '../../package/zip-write.ts';
import { createBookEdit } from '../edit/book-edit.ts';
import { applyShift } from '../edit/shift/ops-shift.ts';
import { shiftedFrame } from '../edit/shift/shift-frame.ts';
import { openWorkbook, type SheetInfo } from '../workbook.ts';
import { MOST_TOLD, type WholeSheet, wholeSheet } from './carried-cells.ts';
import { type ChangedCell, changedCells } from './changed-cells.ts';
import { type Comparing, compareSheet, followShifts, type SheetCompared } from './diff-sheet.ts';
import { BOUND, frameChanges } from './frame-diff.ts';
import { otherChanges } from './other-changes.ts';
import { type PairedSheets, pairSheets } from './pair-sheets.ts';

export type PlacedCell = { readonly sheet: SheetInfo; readonly before: SheetInfo; readonly cell: ChangedCell };
export type FrameDifference = { readonly sheet: SheetInfo; readonly change: ReturnType<typeof frameChanges>[number] };

/** Everything that two workbooks do not share, before it is put in words. */
export type BookDifference = {
  readonly comparing: Comparing;
  readonly pairs: PairedSheets;
  readonly compared: readonly SheetCompared[];
  readonly cells: readonly PlacedCell[];
  readonly frames: readonly FrameDifference[];
  /** Sheets that only one side has, with all they hold. */
  readonly wholeSheets: readonly (WholeSheet & { readonly sheet: SheetInfo; readonly side: 'before' | 'after' })[];
  /** Something differs that is neither a cell nor an element around the cells of a sheet. */
  readonly hasRest: boolean;
  readonly otherWords: readonly string[];
  /** Nothing differs but the order of calculation. */
  readonly isOnlyOrder: boolean;
};

export const differenceOf = async (
  before: Uint8Array,
  after: Uint8Array,
  options: { readonly inPlace: boolean },
): Promise<BookDifference> => {
  const [old, made] = [openPackage(before), openPackage(after)];
  const comparing = comparable(old, made);
  const pairs = pairSheets(comparing.before, comparing.after);
  const compared: SheetCompared[] = [];
  for (const pair of pairs.same)
    if (differs(old, made, pair.before.part, pair.after.part) || !comparing.rowsComparable)
      compared.push(await compareSheet(comparing, pair, options));
  const follow = followShifts(compared);
  const cells: PlacedCell[] = [];
  const frames: FrameDifference[] = [];
  let bound = false;
  for (const it of compared) {
    const { before: from, after: to } = it.pair;
    for (const cell of await changedCells(comparing, it, follow)) cells.push({ sheet: to, before: from, cell });
    const [oldFrame, newFrame] = it.frames;
    for (const change of frameChanges(shiftedFrame(oldFrame, it.shifts, from.name), newFrame)) {
      if (BOUND.has(change.local)) bound = true;
      else frames.push({ sheet: to, change });
    }
  }
  const wholeSheets: BookDifference['wholeSheets'][number][] = [];
  for (const sheet of pairs.added)
    wholeSheets.push({ sheet, side: 'after', ...(await wholeSheet(comparing.after, sheet, 'after')) });
  for (const sheet of pairs.removed)
    wholeSheets.push({ sheet, side: 'before', ...(await wholeSheet(comparing.before, sheet, 'before')) });
  const other = otherChanges(old, made, {
    sheetParts: new Set(pairs.same.flatMap((pair) => [pair.before.part, pair.after.part])),
    stylesFollow: comparing.stylesFollow,
  });
  const settings = compared.some((it) => it.settings > 0 && !it.rows);
  const sheetsChanged = [pairs.added, pairs.removed, pairs.renamed, pairs.moved].some(({ length }) => length > 0);
  return {
    comparing,
    pairs,
    compared,
    cells,
    frames,
    wholeSheets,
    hasRest: other.parts.length > 0 || bound || sheetsChanged || settings,
    otherWords: [
      ...wholeSheets.flatMap(({ sheet, total }) =>
        total > MOST_TOLD ? [`sheet ${sheet.name}: the first ${MOST_TOLD} of its ${total} cells are listed`] : [],
      ),
      ...other.words,
      ...(settings ? ['row heights and styles'] : []),
    ],
    isOnlyOrder: other.isOnlyOrder,
  };
};

const comparable = (old: OpcPackage, made: OpcPackage): Comparing => {
  const [before, after] = [openWorkbook(old), openWorkbook(made)];
  const strings = 'xl/sharedStrings.xml';
  const stringsSame =
    !differs(old, made, strings, strings) && (before.strings === undefined) === (after.strings === undefined);
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

/** Sheets above this are not rewritten to be compared; their lines are then one change. */
const MOST_BYTES = 48 * 1024 * 1024;

/**
 * The earlier workbook with all lines inserted and deleted that were, by the very means an edit would use: whatever
 * merely follows then looks alike on both sides. Undefined where that cannot be done.
 */
export const shiftedReference = async (
  before: Uint8Array,
  { compared, comparing }: BookDifference,
): Promise<Buffer | undefined> => {
  const moving = compared.filter(({ rows, columns }) => rows || columns);
  if (moving.length === 0 || !comparing.stylesFollow) return undefined;
  if (moving.some(({ shifts }) => shifts.length === 0)) return undefined;
  const source = openPackage(before);
  const size = comparing.before.sheets.reduce((sum, { part }) => sum + (source.zip.byName.get(part)?.size ?? 0), 0);
  if (size > MOST_BYTES) return undefined;
  const edit = createBookEdit(source);
  try {
    for (const { pair, shifts } of moving) for (const shift of shifts) await applyShift(edit, pair.before.name, shift);
    await edit.flush();
    return await zipToBuffer(edit.parts.items());
  } catch (cause) {
    // An edit refuses what it cannot move; a person may have done it all the same, in another program.
    if (isRefusal(cause)) return undefined;
    throw cause;
  }
};
