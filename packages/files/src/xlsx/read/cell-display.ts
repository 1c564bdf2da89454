import type { Cell } from '../cells.ts';
import { toDisplay } from '../formula/storage.ts';
import { serialToIso } from '../number-format.ts';
import type { Workbook } from '../workbook.ts';

export type CellView = 'values' | 'formulas' | 'both';

/** A stored value as text: dates by number format as ISO, errors literally, numbers in shortest form. */
export const valueText = (book: Workbook, cell: Cell): string => {
  const { value } = cell;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number')
    return serialToIso(value, book.styles.dateKind(cell.style), book.date1904) ?? String(value);
  return value;
};

/** One cell of an answer; tab, newline and backslash are escaped so that a line is a row. */
export const cellText = (book: Workbook, cell: Cell, view: CellView): string => {
  if (cell.formula === null || view === 'values') {
    return oneLine(cell.pending && view === 'values' ? '?' : valueText(book, cell));
  }
  const formula = `=${toDisplay(cell.formula)}`;
  if (view === 'formulas') return oneLine(formula);
  return oneLine(`${formula} ⇒ ${cell.pending ? '?' : valueText(book, cell)}`);
};

const oneLine = (text: string): string =>
  /[\\\t\n\r]/.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text;
