import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Certificate } from '../../package/certificate.ts';
import { certify } from '../../package/certificate.ts';
import { ns } from '../../package/namespaces.ts';
import { openPackage } from '../../package/opc.ts';
import { refuseOp } from '../../package/refusal.ts';
import { elementsOf } from '../../package/xml-query.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import type { Cell } from '../cells.ts';
import type { ChangedCell } from '../diff/diff-sheet.ts';
import { refOf } from '../diff/diff-sheet.ts';
import { REST, ROWS } from '../diff/diff-types.ts';
import { type Comparison, compareBooks } from '../diff/diff-xlsx.ts';
import { frameGroups } from '../diff/frame-diff.ts';
import { type BookEdit, createBookEdit, insertOrdered, SHEET_ORDER } from '../edit/book-edit.ts';
import type { CellPatch, Content } from '../edit/cell-patch.ts';
import { finishBook } from '../edit/edit-xlsx.ts';
import { indexSheet } from '../edit/sheet-index.ts';
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
    const fromDraft = accepted.has(REST) || accepted.has(ROWS);
    const edit = createBookEdit(openPackage(fromDraft ? draft : reference));
    const other = fromDraft ? reference : draft;
    const chosen = (id: string) => accepted.has(id) !== fromDraft;
    if (!fromDraft) adoptStyles(edit, other, comparison, chosen);
    for (const { sheet, before, cell } of comparison.cells) {
      const ref = refOf(cell);
      const target = edit.sheet(fromDraft ? sheet.name : before.name);
      const patch = patchFor(
        cell,
        fromDraft,
        chosen(`cell:${sheet.name}!${ref}`),
        chosen(`format:${sheet.name}!${ref}`),
      );
      if (patch) edit.draft(target).patch(cell.row, cell.column, patch);
    }
    await adoptFrames(edit, other, comparison, chosen);
    const { certificate } = await finishBook(edit, stagingPath, false);
    if (certificate === null)
      return { ...(await whole(reference, fromDraft ? draft : reference, stagingPath)), ...counts };
    return { version: certificate.after, ...counts, certificate };
  });

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
    version: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    certificate: await certify(before, bytes, named),
  };
};

/** The style table of the draft holds all records of the reference under their numbers, and those the changes need. */
const adoptStyles = (
  edit: BookEdit,
  other: Uint8Array,
  { diff }: Comparison,
  chosen: (id: string) => boolean,
): void => {
  const needed = diff.changes.some(({ id }) => (id.startsWith('format:') || id.startsWith('frame:')) && chosen(id));
  const { stylesPart } = edit.book();
  if (!needed || stylesPart === undefined) return;
  const theirs = openPackage(other);
  const part = openWorkbook(theirs).stylesPart;
  if (part === undefined || theirs.zip.byName.get(part)?.crc === edit.parts.source.zip.byName.get(stylesPart)?.crc)
    return;
  edit.parts.put(stylesPart, theirs.bytes(part));
  edit.refresh();
};

const patchFor = (cell: ChangedCell, fromDraft: boolean, content: boolean, format: boolean): CellPatch | undefined => {
  const target = fromDraft ? cell.before : cell.after;
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
): Promise<void> => {
  const theirs = openWorkbook(openPackage(other));
  for (const { id, sheet: name } of diff.structure) {
    if (!chosen(id) || name === null) continue;
    const local = id.slice(`frame:${name}:`.length);
    const sheet = sheetNamed(theirs, name);
    if (!sheet) continue;
    const { frame } = await indexSheet(theirs.parts.chunks(sheet.part));
    const xml = frameGroups(frame).get(local);
    await edit.draft(edit.sheet(name)).editFrame((change, root) => {
      for (const element of elementsOf(root))
        if (element.local === local && element.uri === ns.sheet) change.remove(element);
      if (xml !== undefined) insertOrdered(change, root, SHEET_ORDER, local, xml);
    });
  }
};
