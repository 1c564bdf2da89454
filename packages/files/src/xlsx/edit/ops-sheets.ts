import { ns } from '../../package/namespaces.ts';
import { refuseOp } from '../../package/refusal.ts';
import { childOf, childrenOf, numberOf, prefixFor, sourceOf } from '../../package/xml-query.ts';
import { escapeXmlAttribute } from '../../package/xml-text.ts';
import { lexFormula } from '../formula/lexer.ts';
import { renameInFormula, sheetsOfPrefix, tokenText } from '../formula/rewrite.ts';
import type { SheetInfo } from '../workbook.ts';
import { sheetNamed } from '../workbook.ts';
import { EMPTY_SHEET } from '../write/blank-workbook.ts';
import { isSheetName } from '../write/sheet-name.ts';
import type { BookEdit } from './book-edit.ts';
import { markSpansOfSheets, markUsersOfSheet, markVolatile } from './mark-formulas.ts';
import type { OpOf } from './ops.ts';
import { renamePivotSources } from './pivot-sources.ts';
import { rewriteFormulas } from './rewrite-formulas.ts';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';

export const checkedName = (edit: BookEdit, name: string): string => {
  if (!isSheetName(name))
    refuseOp('bad_op', `${name.slice(0, 60)} cannot name a sheet.`, {
      hint: 'At most 31 characters, none of \\ / ? * [ ] :',
    });
  if (sheetNamed(edit.book(), name)) refuseOp('target_exists', `There is a sheet named ${name} already.`);
  return name;
};

/** The sheet of that name, added when there is none. */
export const ensureSheet = async (edit: BookEdit, name: string, position: number | null): Promise<SheetInfo> => {
  const found = sheetNamed(edit.book(), name);
  if (found) return edit.sheet(name);
  addSheetPart(edit, checkedName(edit, name), position, Buffer.from(EMPTY_SHEET));
  edit.effects.said(name, `sheet ${name} added`);
  return edit.sheet(name);
};

export const addSheetPart = (edit: BookEdit, name: string, position: number | null, content: Buffer): string => {
  const part = edit.parts.freshName('xl/worksheets/sheet', '.xml');
  edit.parts.put(part, content, SHEET_TYPE);
  const id = edit.parts.relate(edit.book().part, { type: `${ns.relationships}/worksheet`, target: part });
  edit.editWorkbook((change, root) => {
    const sheets = childOf(root, ns.sheet, 'sheets');
    if (!sheets) return refuseOp('unsupported_structure', 'The workbook lists no sheets.');
    const all = childrenOf(sheets, ns.sheet, 'sheet');
    const sheetId = Math.max(0, ...all.map((it) => numberOf(it, 'sheetId') ?? 0)) + 1;
    const p = prefixFor(root, ns.sheet) ?? '';
    const r = prefixFor(sheets, ns.relationships);
    const declared = r === undefined ? ` xmlns:r="${ns.relationships}"` : '';
    const xml = `<${p}sheet${declared} name="${escapeXmlAttribute(name)}" sheetId="${sheetId}" ${r ?? 'r:'}id="${id}"/>`;
    const at = position === null ? undefined : all[position];
    if (at) change.insertBefore(at, xml);
    else change.append(sheets, xml);
  });
  if (position !== null) shiftLocalScopes(edit, (index) => (index >= position ? index + 1 : index));
  return part;
};

/** Names local to a sheet say so by its position; when positions change they follow. Null removes the name. */
const shiftLocalScopes = (edit: BookEdit, move: (index: number) => number | null): void =>
  edit.editWorkbook((change, root) => {
    for (const name of childrenOf(childOf(root, ns.sheet, 'definedNames'), ns.sheet, 'definedName')) {
      const index = numberOf(name, 'localSheetId');
      const moved = index === undefined ? undefined : move(index);
      if (moved === null) change.remove(name);
      else if (moved !== undefined && moved !== index) change.setAttribute(name, 'localSheetId', String(moved));
    }
    const views = childrenOf(childOf(root, ns.sheet, 'bookViews'), ns.sheet, 'workbookView');
    for (const view of views)
      for (const attribute of ['activeTab', 'firstSheet']) {
        const index = numberOf(view, attribute);
        if (index !== undefined && move(index) !== index)
          change.setAttribute(view, attribute, String(move(index) ?? 0));
      }
  });

export const renameSheet = async (edit: BookEdit, op: OpOf<'rename_sheet'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  if (sheet.name === op.to) return;
  if (sheet.name.toLowerCase() !== op.to.toLowerCase()) checkedName(edit, op.to);
  else if (!isSheetName(op.to)) refuseOp('bad_op', 'That cannot name a sheet.');
  await markVolatile(edit);
  await rewriteFormulas(edit, (formula) => renameInFormula(formula, sheet.name, op.to));
  edit.editWorkbook((change, root) => {
    const element = childrenOf(childOf(root, ns.sheet, 'sheets'), ns.sheet, 'sheet')[sheet.index];
    if (element) change.setAttribute(element, 'name', op.to);
  });
  renamePivotSources(edit, sheet.name, op.to);
  edit.effects.renamed(sheet.name, op.to);
  edit.effects.said(op.to, `sheet ${sheet.name} renamed to ${op.to}`);
};

export const moveSheet = async (edit: BookEdit, op: OpOf<'move_sheet'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const count = edit.book().sheets.length;
  if (!Number.isInteger(op.position) || op.position < 0 || op.position >= count)
    refuseOp('index_out_of_range', `A position is 0 to ${count - 1}.`);
  if (sheet.index === op.position) return;
  edit.editWorkbook((change, root) => {
    const document = edit.parts.xml(edit.book().part);
    const sheets = childOf(root, ns.sheet, 'sheets');
    const all = childrenOf(sheets, ns.sheet, 'sheet');
    const moved = all[sheet.index];
    const target = all[op.position];
    if (!moved || !target) return;
    change.remove(moved);
    const xml = sourceOf(document, moved);
    if (op.position > sheet.index) change.insertAfter(target, xml);
    else change.insertBefore(target, xml);
  });
  const { index: from } = sheet;
  const to = op.position;
  shiftLocalScopes(edit, (index) => {
    if (index === from) return to;
    if (from < to) return index > from && index <= to ? index - 1 : index;
    return index >= to && index < from ? index + 1 : index;
  });
  await markSpansOfSheets(edit);
  edit.effects.said(sheet.name, `sheet ${sheet.name} moved`);
};

export const deleteSheet = async (edit: BookEdit, op: OpOf<'delete_sheet'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const visible = edit.book().sheets.filter(({ state }) => state === 'visible');
  if (sheet.state === 'visible' && visible.length === 1)
    refuseOp('bad_op', 'The last visible sheet cannot be deleted.');
  await markUsersOfSheet(edit, sheet);
  edit.dirty.drop(sheet.part);
  edit.dirty.formulasChanged = true;
  // References to a sheet that is gone are errors, as they are in a spreadsheet program.
  await rewriteFormulas(
    edit,
    (formula) => withoutSheet(formula, sheet.name),
    (part) => part !== sheet.part,
  );
  const targets = edit.parts.relationships(sheet.part).flatMap(({ part }) => (part === undefined ? [] : [part]));
  edit.editWorkbook((change, root) => {
    const element = childrenOf(childOf(root, ns.sheet, 'sheets'), ns.sheet, 'sheet')[sheet.index];
    if (element) change.remove(element);
  });
  edit.parts.unrelate(edit.book().part, sheet.relationship);
  edit.parts.remove(sheet.part);
  edit.parts.dropOrphans(targets);
  shiftLocalScopes(edit, (index) => (index === sheet.index ? null : index > sheet.index ? index - 1 : index));
  edit.refresh();
  edit.effects.removed(sheet.name);
  edit.effects.said(null, `sheet ${sheet.name} deleted`);
};

const withoutSheet = (formula: string, name: string): string => {
  const names = (prefix: string) =>
    sheetsOfPrefix(prefix)?.some((it) => it.toLowerCase() === name.toLowerCase()) ?? false;
  return (lexFormula(formula) ?? [])
    .map((token) => ('prefix' in token && names(token.prefix) ? '#REF!' : tokenText(token)))
    .join('');
};

export const setSheetState = async (edit: BookEdit, op: OpOf<'set_sheet_state'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  if (sheet.state === op.state) return;
  const others = edit.book().sheets.filter((it) => it !== sheet && it.state === 'visible');
  if (op.state !== 'visible' && others.length === 0) refuseOp('bad_op', 'The last visible sheet cannot be hidden.');
  edit.editWorkbook((change, root) => {
    const element = childrenOf(childOf(root, ns.sheet, 'sheets'), ns.sheet, 'sheet')[sheet.index];
    const states = { visible: null, hidden: 'hidden', very_hidden: 'veryHidden' } as const;
    if (element) change.setAttribute(element, 'state', states[op.state]);
  });
  edit.effects.said(sheet.name, `sheet ${sheet.name} is now ${op.state.replace('_', ' ')}`);
};
