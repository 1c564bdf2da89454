import { copyLinks } from '../../office/copy-parts.ts';
import { refuseOp } from '../../package/refusal.ts';
import { escapeXmlText } from '../../package/xml-text.ts';
import { textElement } from '../cell-text.ts';
import { prefixAt } from '../cells.ts';
import type { BookEdit } from '../edit/book-edit.ts';
import { pointCharts, renameTables, uncarriedKinds } from '../edit/copy-sheet.ts';
import { addSheetPart, checkedName } from '../edit/ops-sheets.ts';
import { rewriteFormulas } from '../edit/rewrite-formulas.ts';
import { indexSheet } from '../edit/sheet-index.ts';
import { lexFormula } from '../formula/lexer.ts';
import { renameInFormula, sheetsOfPrefix } from '../formula/rewrite.ts';
import { renameTableInFormula } from '../formula/structured.ts';
import { sharedIndex } from '../map/cell-kind.ts';
import { CellType, type RowCells } from '../row-cells.ts';
import { resolveStrings } from '../shared-strings.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import type { Transplant } from './transplant-styles.ts';

/** A sheet is held while it is carried over. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A whole sheet of one workbook, told in the numbers of another; `apply` adds it. Refused when it leans on more than itself. */
export const carriedSheet = async (
  edit: BookEdit,
  from: Workbook,
  sheet: SheetInfo,
  name: string,
  styles: Transplant,
): Promise<() => Promise<void>> => {
  checkedName(edit, name);
  if (from.date1904 !== edit.book().date1904)
    refuseOp('unsupported_structure', 'The two workbooks count their days from different years.');
  const stuck = uncarriedKinds(from.parts, sheet);
  if (stuck.length > 0)
    refuseOp('unsupported_structure', `The sheet holds what cannot be copied with it: ${stuck.join(', ')}.`, {
      candidates: stuck,
    });
  await refuseLeaning(from, sheet);
  const content = await retold(from, sheet, styles);
  // Numbers are given out while the style table can still grow.
  for (const { part } of sheet.tables) renumbered(from.parts.bytes(part).toString('utf8'), styles);
  return async () => {
    const part = addSheetPart(edit, name, null, Buffer.from(content));
    const settled = new Map<string, string>();
    copyLinks(from.parts, edit.parts, sheet.part, part, settled);
    for (const made of settled.values()) renumberOverlays(edit, made, styles);
    edit.refresh();
    const tables = renameTables(edit, [...settled.values()]);
    const own = (formula: string): string =>
      tables.reduce(
        (it, table) => renameTableInFormula(it, table.from, table.to),
        renameInFormula(formula, sheet.name, name),
      );
    pointCharts(edit, [...settled.values()], own);
    await rewriteFormulas(edit, own, (it) => it === part, false);
    edit.dirty.formulasChanged = true;
    edit.effects.said(name, `sheet ${name} copied`);
  };
};

/** Formulas that name other sheets or names of the workbook would point nowhere, or somewhere else. */
const refuseLeaning = async (from: Workbook, sheet: SheetInfo): Promise<void> => {
  const { formulas, frame } = await indexSheet(from.parts.chunks(sheet.part));
  const names = new Set(from.names.map((it) => it.name.toLowerCase()));
  const own = new Set(sheet.tables.map((it) => it.name.toLowerCase()));
  const leansOn = new Set<string>();
  const look = (formula: string): void => {
    for (const token of lexFormula(formula) ?? []) {
      if ('prefix' in token && token.prefix !== '')
        for (const it of sheetsOfPrefix(token.prefix) ?? [token.prefix]) if (it !== sheet.name) leansOn.add(it);
      if (token.kind === 'name' && token.prefix === '' && names.has(token.text.toLowerCase())) leansOn.add(token.text);
      if (token.kind === 'structured' && token.table !== '' && !own.has(token.table.toLowerCase()))
        leansOn.add(token.table);
    }
  };
  for (const { text } of formulas) look(text);
  for (const [, text = ''] of (frame.head + frame.tail).matchAll(/<(?:[\w-]+:)?(?:formula[12]?|f)>([^<]*)</g))
    look(text);
  if (leansOn.size > 0)
    refuseOp('unsupported_structure', `The sheet refers to ${[...leansOn].slice(0, 5).join(', ')} outside itself.`, {
      hint: 'Copy those first and point the formulas at values, or copy the workbook.',
      candidates: [...leansOn].slice(0, 20),
    });
};

const retold = async (from: Workbook, sheet: SheetInfo, styles: Transplant): Promise<string> => {
  const known = new Map<number, number>();
  const styleOf = (style: number): number => {
    const made = known.get(style) ?? styles.cellFormat(style);
    known.set(style, made);
    return made;
  };
  const wanted = new Set<number>();
  await walkSheet(from.parts.chunks(sheet.part), {
    row: (cells) => {
      for (let index = 0; index < cells.count; index++)
        if (cells.type[index] === CellType.shared) wanted.add(sharedIndex(cells, index));
    },
  });
  const texts = await resolveStrings(from.strings, wanted);
  const rows: string[] = [];
  let size = 0;
  const frame = await walkSheet(from.parts.chunks(sheet.part), {
    row: (cells) => {
      const row = retoldRow(cells, styleOf, texts);
      size += row.length;
      if (size > MOST_BYTES) refuseOp('limit_output', 'The sheet is too large to be carried to another workbook.');
      rows.push(row);
    },
  });
  if (!frame) throw new Error('a sheet cannot be stopped here');
  const head = frame.head.replace(
    /(<(?:[\w.-]+:)?col\s[^>]*?\sstyle=")(\d+)(")/g,
    (_, lead: string, id: string, end: string) => lead + styleOf(Number(id)) + end,
  );
  const bare = (xml: string) => xml.replace(/\s(?:xr:uid|tabSelected)="[^"]*"/g, '');
  const opened = head.endsWith('/>') && rows.length > 0 ? `${head.slice(0, -2)}>` : head;
  return bare(opened) + rows.join('') + bare(renumbered(frame.tail, styles));
};

const retoldRow = (cells: RowCells, styleOf: (style: number) => number, texts: ReadonlyMap<number, string>): string => {
  const { buffer } = cells;
  const prefix = prefixAt(cells);
  const restyled = (tag: string) =>
    tag.replace(/(\ss\s*=\s*["'])(\d+)/, (_, lead: string, id: string) => lead + styleOf(Number(id)));
  let xml = restyled(buffer.toString('utf8', cells.start, cells.openEnd));
  if (cells.selfClosing) return xml;
  for (let index = 0; index < cells.count; index++) {
    const [start, end] = [cells.cellStart[index] as number, cells.cellEnd[index] as number];
    const openEnd = buffer.indexOf(62, start) + 1;
    const tag = restyled(buffer.toString('utf8', start, openEnd));
    if (cells.type[index] !== CellType.shared) {
      xml += tag + buffer.toString('utf8', openEnd, end);
      continue;
    }
    const text = texts.get(sharedIndex(cells, index)) ?? '';
    const formula =
      (cells.formulaStart[index] as number) < 0
        ? ''
        : buffer.toString('utf8', cells.formulaStart[index] as number, cells.formulaEnd[index] as number);
    // A text that a formula gave is kept beside it; one that was typed stands in the cell.
    xml +=
      formula === ''
        ? `${tag.replace(/(\st\s*=\s*["'])s(?=["'])/, '$1inlineStr')}<${prefix}is>${textElement(text, prefix)}</${prefix}is></${prefix}c>`
        : `${tag.replace(/(\st\s*=\s*["'])s(?=["'])/, '$1str')}${formula}<${prefix}v>${escapeXmlText(text)}</${prefix}v></${prefix}c>`;
  }
  return `${xml}</${prefix}row>`;
};

/** Tables lay formats over their parts by numbers of the style table they came from. */
const renumberOverlays = (edit: BookEdit, part: string, styles: Transplant): void => {
  if (!(edit.parts.typeOf(part) ?? '').endsWith('.table+xml')) return;
  const text = edit.parts.bytes(part).toString('utf8');
  const made = renumbered(text, styles);
  if (made !== text) edit.parts.put(part, Buffer.from(made));
};

const renumbered = (xml: string, styles: Transplant): string =>
  xml.replace(
    /(\s\w*[dD]xfId=")(\d+)(")/g,
    (_, lead: string, id: string, end: string) => lead + styles.overlay(Number(id)) + end,
  );
