import { ns } from '../../package/namespaces.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import { childOf, childrenOf } from '../../package/xml-query.ts';
import { contains } from '../ref.ts';
import type { SheetInfo } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import type { Content } from './cell-patch.ts';

/** A header cell of a table and the name of its column are one fact in two places. */
export const renameTableColumn = (
  edit: BookEdit,
  sheet: SheetInfo,
  row: number,
  column: number,
  content: Content,
): void => {
  const table = edit
    .book()
    .sheets.find((it) => it.part === sheet.part)
    ?.tables.find((it) => it.headerRows > 0 && it.rect.top === row && contains(it.rect, row, column));
  if (!table || content.kind === 'cached' || content.kind === 'unshare') return;
  const index = column - table.rect.left;
  const name =
    content.kind === 'value' && typeof content.value !== 'object' ? String(content.value) : `Column${index + 1}`;
  if (table.columns[index] === name) return;
  const document = edit.parts.xml(table.part);
  const element = childrenOf(childOf(document.root, ns.sheet, 'tableColumns'), ns.sheet, 'tableColumn')[index];
  if (!element) return;
  const change = createXmlEdit(document);
  change.setAttribute(element, 'name', name);
  edit.parts.put(table.part, change.toBytes());
  edit.refresh();
  edit.warn(`table_column_renamed:${table.name}[${name}]`);
};
