import { ns } from '../../package/namespaces.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import { childOf, childrenOf } from '../../package/xml-query.ts';
import { renameColumnInFormula } from '../formula/structured.ts';
import { contains } from '../ref.ts';
import type { SheetInfo } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import type { Content } from './cell-patch.ts';
import { rewriteFormulas } from './rewrite-formulas.ts';

/** A header cell of a table and the name of its column are one fact in two places. */
export const renameTableColumn = async (
  edit: BookEdit,
  sheet: SheetInfo,
  row: number,
  column: number,
  content: Content,
): Promise<void> => {
  const table = edit
    .book()
    .sheets.find((it) => it.part === sheet.part)
    ?.tables.find((it) => it.headerRows > 0 && it.rect.top === row && contains(it.rect, row, column));
  if (!table || content.kind === 'cached' || content.kind === 'unshare') return;
  const index = column - table.rect.left;
  const name =
    content.kind === 'value' && typeof content.value !== 'object' ? String(content.value) : `Column${index + 1}`;
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
  if (isTwice || wasTwice) return edit.warn(`structured_references_kept:${table.name}[${old}]`);
  await rewriteFormulas(edit, (formula, place) => {
    const isInside = place !== undefined && place.part === sheet.part && contains(table.rect, place.row, place.column);
    return renameColumnInFormula(formula, table.name, isInside || place?.part === table.part, old, name);
  });
};
