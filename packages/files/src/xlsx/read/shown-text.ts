import { format } from 'numfmt';
import type { Cell } from '../cells.ts';
import type { Workbook } from '../workbook.ts';
import { valueText } from './cell-display.ts';

/** The short date of the machine's own country: shown in the one form that every country reads alike. */
const LOCAL_DATES = new Set(['mm-dd-yy', 'm/d/yy h:mm']);

/** Between two calendars lie four years and a day. */
const DAYS_1904 = 1_462;

/** A cell as a spreadsheet program shows it: currency, dates, negatives and percentages by their number format. */
export const shownText = (book: Workbook, cell: Cell): string => {
  const code = book.styles.formatCode(cell.style);
  if (typeof cell.value === 'string' && cell.kind === 'string') return textShown(cell.value, code);
  if (cell.kind !== 'number' || typeof cell.value !== 'number') return valueText(book, cell);
  if (LOCAL_DATES.has(code)) return valueText(book, cell);
  const isDate = book.styles.dateKind(cell.style) !== 'none';
  try {
    const text = format(code, isDate && book.date1904 ? cell.value + DAYS_1904 : cell.value);
    // A date that the calendar does not have is shown as ######; the number says more.
    return text.startsWith('###') ? valueText(book, cell) : text.trim();
  } catch {
    // A format that is no format: the program that wrote it may know better.
    return valueText(book, cell);
  }
};

/** Only a format with a part for texts changes them. */
const textShown = (text: string, code: string): string => {
  if (!code.includes('@') || code === '@') return text;
  try {
    return format(code, text);
  } catch {
    return text;
  }
};
