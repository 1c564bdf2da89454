import { refuseOp } from '../../package/refusal.ts';
import { withoutIllegalCharacters } from '../../package/xml-text.ts';
import { lexFormula } from '../formula/lexer.ts';
import { sheetsOfPrefix } from '../formula/rewrite.ts';
import { toStorage } from '../formula/storage.ts';
import { storedStructured } from '../formula/structured.ts';
import { isoToSerial } from '../number-format.ts';
import { cellRef, contains, type Rect } from '../ref.ts';
import { type SheetInfo, sheetNamed } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import type { CellPatch, Content } from './cell-patch.ts';
import { mergesOf } from './frame-read.ts';
import type { OpValue } from './ops.ts';
import { formulaOf, placeKey } from './sheet-index.ts';
import { readStylePatch, type StyleInput, type StylePatch } from './style-patch.ts';
import { headerContent } from './table-columns.ts';

export type ValueType = 'string' | 'number' | 'boolean' | 'date' | 'formula';

const DATE_FORMATS = { date: 'yyyy\\-mm\\-dd', datetime: 'yyyy\\-mm\\-dd\\ hh:mm:ss', time: 'hh:mm:ss' } as const;
const MOST_CHARACTERS = 32_767;
const MOST_FORMULA = 8_192;

/** What a value of an operation becomes in a cell, with the style it brings along. */
export const contentOf = (
  edit: BookEdit,
  value: OpValue,
  type: ValueType | null,
): { readonly content: Content; readonly style?: StylePatch } => {
  if (value === null) return { content: { kind: 'clear' } };
  if (typeof value === 'string') {
    if (type === 'date') return dateContent(edit, value);
    if (type === 'formula' || (type !== 'string' && value.startsWith('=') && value.length > 1))
      return { content: { kind: 'formula', formula: checkedFormula(edit, value), cached: null } };
    if (type === 'number' || type === 'boolean') refuseOp('bad_op', `The value given is a text, not a ${type}.`);
    const text = withoutIllegalCharacters(value);
    if (text !== value) edit.warn('characters_removed');
    if (text.length > MOST_CHARACTERS) refuseOp('bad_op', `A cell holds at most ${MOST_CHARACTERS} characters.`);
    const quoted = text.startsWith('=') ? { style: { quotePrefix: true } } : {};
    return { content: { kind: 'value', value: text }, ...quoted };
  }
  if (typeof value === 'number' && !Number.isFinite(value)) refuseOp('bad_op', 'A cell cannot hold that number.');
  if (type === 'string') return { content: { kind: 'value', value: String(value) } };
  return { content: { kind: 'value', value } };
};

const dateContent = (edit: BookEdit, value: string): { content: Content; style: StylePatch } => {
  const date = isoToSerial(value, edit.book().date1904);
  if (!date) return refuseOp('bad_op', `${value.slice(0, 40)} is not a date such as 2026-03-01.`);
  return { content: { kind: 'value', value: date.serial }, style: { formatIfGeneral: DATE_FORMATS[date.kind] } };
};

/** A formula as it is stored: without `=`, newer functions prefixed. */
export const checkedFormula = (edit: BookEdit, text: string): string => {
  const formula = text.replace(/^=/, '').trim();
  const tokens = lexFormula(formula);
  let depth = 0;
  for (const token of tokens ?? []) {
    if (token.kind !== 'mark') continue;
    if (token.text === '(') depth++;
    if (token.text === ')' && --depth < 0) break;
  }
  if (formula.length > MOST_FORMULA)
    return refuseOp('bad_op', `A formula holds at most ${MOST_FORMULA} characters; this one has ${formula.length}.`, {
      hint: 'Split it over several cells.',
    });
  if (tokens === undefined || depth !== 0 || formula === '')
    return refuseOp('bad_op', `The formula ${text.slice(0, 60)} is not balanced.`);
  for (const token of tokens) {
    if ('prefix' in token && token.prefix !== '') {
      const sheets = sheetsOfPrefix(token.prefix);
      if (!sheets) return refuseOp('bad_op', 'A formula may not refer to another workbook.');
      for (const name of sheets) if (!sheetNamed(edit.book(), name)) edit.warn(`unknown_sheet_in_formula:${name}`);
    }
    if (token.kind === 'name' && token.prefix === '' && !isKnownName(edit, token.text))
      edit.warn(`unknown_name:${token.text}`);
  }
  return toStorage(formula);
};

const isKnownName = (edit: BookEdit, name: string): boolean => {
  const folded = name.toLowerCase();
  if (folded === 'true' || folded === 'false') return true;
  const { names, sheets } = edit.book();
  return (
    names.some((it) => it.name.toLowerCase() === folded) ||
    sheets.some(({ tables }) => tables.some((table) => table.name.toLowerCase() === folded))
  );
};

export const readStyle = (edit: BookEdit, input: StyleInput | null | undefined): StylePatch | undefined => {
  if (!input) return undefined;
  const { patch, warnings } = readStylePatch(input);
  for (const warning of warnings) edit.warn(warning);
  return Object.keys(patch).length > 0 ? patch : undefined;
};

/**
 * Puts content into one cell by the rules of a sheet: merged cells lead to their anchor, parts of arrays are refused,
 * and cells that shared the formula being overwritten get it written out.
 */
export const setCell = async (
  edit: BookEdit,
  sheet: SheetInfo,
  row: number,
  column: number,
  patch: CellPatch,
  whole?: Rect,
): Promise<void> => {
  const draft = edit.draft(sheet);
  const index = await draft.index();
  const merge = mergesOf(index.frame).find((it) => contains(it, row, column));
  const [toRow, toColumn] = merge ? [merge.top, merge.left] : [row, column];
  const redirected = toRow !== row || toColumn !== column;
  if (redirected) {
    if (patch.content === undefined || patch.content.kind === 'clear') {
      draft.patch(row, column, patch);
      return;
    }
    edit.warn(`merged_redirect:${cellRef(row, column)}->${cellRef(toRow, toColumn)}`);
  }
  if (patch.content !== undefined) {
    refuseArrayPart(index.arrays, toRow, toColumn, whole);
    const group = index.groupAt.get(placeKey(toRow, toColumn));
    if (group !== undefined)
      for (const member of index.formulas) {
        if (member.kind !== 'shared' || member.group !== group || member.text !== '') continue;
        if (draft.rows.get(member.row)?.cells.get(member.column)?.content) continue;
        draft.patch(member.row, member.column, {
          content: { kind: 'unshare', formula: formulaOf(index, member) },
        });
      }
    const content = await headerContent(edit, sheet, toRow, toColumn, patch.content);
    if (content.kind === 'formula' && content.formula.includes('[')) {
      const formula = ownTableNamed(edit, sheet, toRow, toColumn, content.formula);
      draft.patch(toRow, toColumn, { ...patch, content: { ...content, formula } });
      return;
    }
    draft.patch(toRow, toColumn, { ...patch, content });
    return;
  }
  draft.patch(toRow, toColumn, patch);
};

const ownTableNamed = (edit: BookEdit, sheet: SheetInfo, row: number, column: number, formula: string): string => {
  const tables = edit.book().sheets.find(({ part }) => part === sheet.part)?.tables ?? [];
  const own = tables.find(({ rect }) => contains(rect, row, column))?.name;
  return (
    storedStructured(formula, own) ??
    refuseOp('bad_op', `${cellRef(row, column)} stands in no table that =${formula.slice(0, 60)} could mean.`, {
      hint: 'Name the table: Table1[Column].',
    })
  );
};

const refuseArrayPart = (arrays: readonly Rect[], row: number, column: number, whole: Rect | undefined): void => {
  for (const rect of arrays) {
    if (!contains(rect, row, column)) continue;
    const covered =
      whole &&
      whole.top <= rect.top &&
      whole.bottom >= rect.bottom &&
      whole.left <= rect.left &&
      whole.right >= rect.right;
    if (covered || (rect.top === rect.bottom && rect.left === rect.right)) continue;
    refuseOp('array_formula', `${cellRef(row, column)} is part of an array formula; clear the whole array first.`);
  }
};
