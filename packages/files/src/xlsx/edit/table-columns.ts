import { ns } from '../../package/namespaces.ts';
import { refuseOp } from '../../package/refusal.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import { childOf, childrenOf } from '../../package/xml-query.ts';
import { renameColumnInFormula } from '../formula/structured.ts';
import { cellRef, contains } from '../ref.ts';
import type { TableInfo } from '../tables.ts';
import type { SheetInfo } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import type { Content } from './cell-patch.ts';
import { markUsersOfTable } from './mark-formulas.ts';
import { rewriteFormulas } from './rewrite-formulas.ts';

const headerAt = (edit: BookEdit, sheet: SheetInfo, row: number, column: number): TableInfo | undefined =>
  edit
    .book()
    .sheets.find((it) => it.part === sheet.part)
    ?.tables.find((it) => it.headerRows > 0 && it.rect.top === row && contains(it.rect, row, column));

/**
 * A header cell of a table and the name of its column are one fact in two places, and that fact is a text: numbers
 * become their digits, nothing becomes `Column2`, a formula is refused. Gives what the cell is to hold.
 */
export const headerContent = async (
  edit: BookEdit,
  sheet: SheetInfo,
  row: number,
  column: number,
  content: Content,
): Promise<Content> => {
  const table = headerAt(edit, sheet, row, column);
  if (!table || content.kind === 'cached' || content.kind === 'unshare') return content;
  if (content.kind === 'formula')
    return refuseOp('bad_op', `${cellRef(row, column)} is a header of the table ${table.name}; it holds a text.`, {
      hint: 'Put the formula into a cell below or outside the table.',
    });
  const index = column - table.rect.left;
  const given = content.kind === 'value' && typeof content.value !== 'object' ? String(content.value) : '';
  const name =
    given.trim() === ''
      ? `Column${index + 1}`
      : typeof (content as { value?: unknown }).value === 'boolean'
        ? given.toUpperCase()
        : given;
  await renameColumn(edit, sheet, table, index, name);
  edit.tablesToSettle.add(table.part);
  return { kind: 'value', value: name };
};

const renameColumn = async (
  edit: BookEdit,
  sheet: SheetInfo,
  table: TableInfo,
  index: number,
  name: string,
): Promise<void> => {
  const old = table.columns[index] ?? '';
  if (old === name) return;
  // While two columns bear one name, as when headers change places one by one, no reference can be told to follow.
  const isTwice = table.columns.some((it, at) => at !== index && it.toLowerCase() === name.toLowerCase());
  const wasTwice = table.columns.some((it, at) => at !== index && it.toLowerCase() === old.toLowerCase());
  const document = edit.parts.xml(table.part);
  const element = childrenOf(childOf(document.root, ns.sheet, 'tableColumns'), ns.sheet, 'tableColumn')[index];
  if (!element) return;
  const change = createXmlEdit(document);
  change.setAttribute(element, 'name', name);
  edit.parts.put(table.part, change.toBytes());
  edit.refresh();
  edit.warn(`table_column_renamed:${table.name}[${name}]`);
  if (isTwice || wasTwice) {
    edit.warn(`structured_references_kept:${table.name}[${old}]`);
    return markUsersOfTable(edit, table.name);
  }
  await rewriteFormulas(edit, (formula, place) => {
    const isInside = place !== undefined && place.part === sheet.part && contains(table.rect, place.row, place.column);
    return renameColumnInFormula(formula, table.name, isInside || place?.part === table.part, old, name);
  });
};

/** Two columns of a table may not bear one name; the later ones get a number, as in a spreadsheet program. */
export const settleHeaders = async (edit: BookEdit): Promise<void> => {
  for (const part of edit.tablesToSettle) {
    const sheet = edit.book().sheets.find(({ tables }) => tables.some((it) => it.part === part));
    const table = sheet?.tables.find((it) => it.part === part);
    if (!sheet || !table) continue;
    const used = new Set<string>();
    for (const [index, wanted] of table.columns.entries()) {
      let unique = wanted;
      for (let number = 2; used.has(unique.toLowerCase()); number++) unique = `${wanted}${number}`;
      used.add(unique.toLowerCase());
      if (unique === wanted) continue;
      const content = { kind: 'value', value: unique } as const;
      edit.draft(sheet).patch(table.rect.top, table.rect.left + index, { content });
      await renameColumn(edit, sheet, table, index, unique);
    }
  }
};
