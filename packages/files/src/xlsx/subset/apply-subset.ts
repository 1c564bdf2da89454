import { writeFile } from 'node:fs/promises';
import type { Certificate } from '../../package/certificate.ts';
import { certify } from '../../package/certificate.ts';
import { ns } from '../../package/namespaces.ts';
import { openPackage } from '../../package/opc.ts';
import { refuseOp } from '../../package/refusal.ts';
import { versionOf } from '../../package/version-of.ts';
import { elementsOf } from '../../package/xml-query.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import type { Cell } from '../cells.ts';
import { type ChangedCell, refOf } from '../diff/changed-cells.ts';
import type { PlacedCell } from '../diff/compare-books.ts';
import type { Comparison } from '../diff/comparison.ts';
import { LINES, REST } from '../diff/diff-types.ts';
import { compareBooks } from '../diff/diff-xlsx.ts';
import { frameGroups } from '../diff/frame-diff.ts';
import { type LineUnit, passageOf } from '../diff/line-moves.ts';
import { type BookEdit, createBookEdit, insertOrdered, SHEET_ORDER } from '../edit/book-edit.ts';
import type { CellPatch, Content } from '../edit/cell-patch.ts';
import { finishBook } from '../edit/edit-xlsx.ts';
import { indexSheet } from '../edit/sheet-index.ts';
import { movedRect, namesSheet, shiftedFormula } from '../edit/shift/axis-shift.ts';
import { applyShift } from '../edit/shift/ops-shift.ts';
import { shiftedFrame } from '../edit/shift/shift-frame.ts';
import type { Rect } from '../ref.ts';
import type { SheetFrame } from '../sheet-stream.ts';
import { openWorkbook, sheetNamed } from '../workbook.ts';

export type SubsetRequest = {
  readonly reference: Uint8Array;
  readonly draft: Uint8Array;
  /** Ids of the changes to keep, as `diffXlsx` tells them. */
  readonly accepted: readonly string[];
  readonly stagingPath: string;
};

export type SubsetResult = {
  readonly version: string;
  readonly accepted: number;
  readonly rejected: number;
  readonly certificate: Certificate;
};

/** The reference with exactly the accepted changes. None gives its bytes back, all gives those of the draft. */
export const applyXlsxSubset = (request: SubsetRequest): Promise<FileResult<SubsetResult>> =>
  settle(async () => {
    const { reference, draft, stagingPath } = request;
    const comparison = await compareBooks(reference, draft);
    const accepted = checked(comparison, request.accepted);
    const total = comparison.diff.changes.length;
    const counts = { accepted: accepted.size, rejected: total - accepted.size };
    if (accepted.size === 0) return { ...(await whole(reference, reference, stagingPath)), ...counts };
    if (accepted.size === total) return { ...(await whole(reference, draft, stagingPath)), ...counts };
    // What cannot be taken apart decides which file is the ground; the rest is put on it or taken off it.
    const fromDraft = accepted.has(REST) || accepted.has(LINES);
    const edit = createBookEdit(openPackage(fromDraft ? draft : reference));
    if (fromDraft) await takeOff(edit, comparison, accepted);
    else await putOn(edit, comparison, accepted, draft);
    const { certificate } = await finishBook(edit, stagingPath, false);
    if (certificate === null)
      return { ...(await whole(reference, fromDraft ? draft : reference, stagingPath)), ...counts };
    return { version: certificate.after, ...counts, certificate };
  });

/** The draft with what was rejected as it was before. All its lines were accepted, so the ground numbers them alike. */
const takeOff = async (edit: BookEdit, comparison: Comparison, accepted: ReadonlySet<string>): Promise<void> => {
  const rejected = (id: string) => !accepted.has(id);
  for (const { sheet, cell } of comparison.cells) {
    if (isOnUnit(comparison, sheet.name, cell)) continue;
    const ref = refOf(cell);
    const patch = patchFor(
      cell,
      cell.before,
      rejected(`cell:${sheet.name}!${ref}`),
      rejected(`format:${sheet.name}!${ref}`),
    );
    if (patch) edit.draft(edit.sheet(sheet.name)).patch(cell.row, cell.column, patch);
  }
  await adoptFrames(
    edit,
    comparison.ground,
    comparison,
    rejected,
    (frame) => frame,
    (name) => name,
    comparison.nameBefore,
  );
};

/** The reference with its accepted lines moved, and on it what was accepted, at the place it then has. */
const putOn = async (
  edit: BookEdit,
  comparison: Comparison,
  accepted: ReadonlySet<string>,
  draft: Uint8Array,
): Promise<void> => {
  const chosen = (id: string) => accepted.has(id);
  const { moves, units, cells } = comparison;
  const passages = moves.map((each) => ({ moves: each, ...passageOf(each, accepted, units) }));
  for (const { moves: each, fromReference } of passages)
    for (const shift of fromReference) await applyShift(edit, each.before, shift);
  const onAccepted = ({ sheet, cell }: PlacedCell) =>
    units.some((unit) => chosen(unit.id) && isOn(unit, sheet.name, cell));
  const needsStyles = cells.some((it) => onAccepted(it) && (it.cell.after?.style ?? 0) > 0);
  adoptStyles(edit, draft, comparison, chosen, needsStyles);
  const formulaOf = (formula: string, home: string): string =>
    passages.reduce(
      (text, { moves: each, fromDraft }) =>
        fromDraft.reduce(
          (it, shift) => shiftedFormula(it, shift, namesSheet(each.after, home === each.after ? home : null)),
          text,
        ),
      formula,
    );
  for (const it of cells) {
    const { sheet, before, cell } = it;
    const own = passages.filter(({ moves: each }) => each.after === sheet.name);
    const place = own
      .flatMap(({ fromDraft }) => fromDraft)
      .reduce<Rect | undefined>((rect, shift) => rect && movedRect(shift, rect), pointRect(cell));
    // A cell on a line that was left out has no place.
    if (!place) continue;
    const carried = onAccepted(it);
    const ref = refOf(cell);
    const target = cell.after && {
      ...cell.after,
      formula: cell.after.formula === null ? null : formulaOf(cell.after.formula, sheet.name),
    };
    const patch = patchFor(
      cell,
      target,
      carried || chosen(`cell:${sheet.name}!${ref}`),
      carried || chosen(`format:${sheet.name}!${ref}`),
    );
    if (patch) edit.draft(edit.sheet(before.name)).patch(place.top, place.left, patch);
  }
  const shiftsOn = (sheet: string) =>
    passages.filter(({ moves: each }) => each.after === sheet).flatMap(({ fromDraft }) => fromDraft);
  await adoptFrames(
    edit,
    draft,
    comparison,
    chosen,
    (frame, sheet) => shiftedFrame(frame, shiftsOn(sheet), sheet),
    comparison.nameBefore,
    (name) => name,
  );
};

const pointRect = ({ row, column }: ChangedCell): Rect => ({ top: row, left: column, bottom: row, right: column });

const isOn = ({ moves, status, from, to }: LineUnit, sheet: string, cell: ChangedCell): boolean =>
  status === 'inserted' && moves.after === sheet && cell[moves.axis] >= from && cell[moves.axis] <= to;

const isOnUnit = ({ units }: Comparison, sheet: string, cell: ChangedCell): boolean =>
  units.some((unit) => isOn(unit, sheet, cell));

const checked = ({ diff }: Comparison, ids: readonly string[]): ReadonlySet<string> => {
  const accepted = new Set(ids);
  const known = new Map(diff.changes.map(({ id, requires }) => [id, requires]));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) refuseOp('bad_op', `There is no change ${unknown.slice(0, 80)}.`);
  const missing = new Set<string>();
  for (const id of accepted) for (const needed of known.get(id) ?? []) if (!accepted.has(needed)) missing.add(needed);
  if (missing.size > 0)
    refuseOp('dependent_change', 'Some accepted changes need others that were not accepted.', {
      candidates: [...missing].toSorted(),
    });
  return accepted;
};

const whole = async (
  before: Uint8Array,
  bytes: Uint8Array,
  path: string,
): Promise<Pick<SubsetResult, 'version' | 'certificate'>> => {
  await writeFile(path, bytes, { flush: true });
  const [old, made] = [openPackage(before), openPackage(bytes)];
  const named = [...new Set([...old.names(), ...made.names()])].filter(
    (name) => old.zip.byName.get(name)?.crc !== made.zip.byName.get(name)?.crc,
  );
  return {
    version: versionOf(bytes),
    certificate: await certify(before, bytes, named),
  };
};

/** The style table of the draft holds all records of the reference under their numbers, and those the changes need. */
const adoptStyles = (
  edit: BookEdit,
  other: Uint8Array,
  { diff }: Comparison,
  chosen: (id: string) => boolean,
  always: boolean,
): void => {
  const needed =
    always || diff.changes.some(({ id }) => (id.startsWith('format:') || id.startsWith('frame:')) && chosen(id));
  const { stylesPart } = edit.book();
  if (!needed || stylesPart === undefined) return;
  const theirs = openPackage(other);
  const part = openWorkbook(theirs).stylesPart;
  if (part === undefined || theirs.zip.byName.get(part)?.crc === edit.parts.source.zip.byName.get(stylesPart)?.crc)
    return;
  edit.parts.put(stylesPart, theirs.bytes(part));
  edit.refresh();
};

const patchFor = (
  cell: ChangedCell,
  target: Cell | undefined,
  content: boolean,
  format: boolean,
): CellPatch | undefined => {
  const takesContent = content && (cell.content === 'value' || cell.content === 'formula');
  const takesFormat = format && cell.format;
  if (!takesContent && !takesFormat) return undefined;
  return {
    ...(takesContent ? { content: contentOf(target) } : {}),
    ...(takesFormat ? { baseStyle: target?.style ?? 0 } : {}),
  };
};

const contentOf = (cell: Cell | undefined): Content => {
  if (cell && cell.formula !== null) return { kind: 'formula', formula: cell.formula, cached: null };
  if (!cell || cell.value === null) return { kind: 'clear' };
  return { kind: 'value', value: cell.kind === 'error' ? { error: String(cell.value) } : cell.value };
};

const adoptFrames = async (
  edit: BookEdit,
  other: Uint8Array,
  { diff }: Comparison,
  chosen: (id: string) => boolean,
  placed: (frame: SheetFrame, sheet: string) => SheetFrame,
  /** What a sheet of the later file is called in the one that is edited, and in the one it is taken from. */
  nameHere: (sheet: string) => string,
  nameThere: (sheet: string) => string,
): Promise<void> => {
  const theirs = openWorkbook(openPackage(other));
  for (const { id, sheet: name } of diff.structure) {
    if (!chosen(id) || name === null) continue;
    const local = id.slice(`frame:${name}:`.length);
    const sheet = sheetNamed(theirs, nameThere(name));
    if (!sheet) continue;
    const { frame } = await indexSheet(theirs.parts.chunks(sheet.part));
    const xml = frameGroups(placed(frame, name)).get(local);
    await edit.draft(edit.sheet(nameHere(name))).editFrame((change, root) => {
      for (const element of elementsOf(root))
        if (element.local === local && element.uri === ns.sheet) change.remove(element);
      if (xml !== undefined) insertOrdered(change, root, SHEET_ORDER, local, xml);
    });
  }
};
