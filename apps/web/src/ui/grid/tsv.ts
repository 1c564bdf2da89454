/**
 * Cells as a spreadsheet puts them on the clipboard: tabs between cells, line ends between rows, and quotes around a
 * cell that holds a tab, a line end or a quote.
 */
export const parseTsv = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    rows.push(row);
    row = [];
  };
  while (at <= text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell.value);
    at = cell.end;
    if (at >= text.length) break;
    if (text[at] === '\t') at += 1;
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      endRow();
      // A spreadsheet ends its last row too; that is no empty row.
      if (at >= text.length) return rows;
    }
  }
  endRow();
  return rows;
};

export const writeTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoteIfNeeded).join('\t')).join('\r\n');

type Cell = { readonly value: string; readonly end: number };

const plainCell = (text: string, from: number): Cell => {
  let end = from;
  while (end < text.length && !'\t\r\n'.includes(text[end] ?? '')) end += 1;
  return { value: text.slice(from, end), end };
};

/** A quote that is never closed, or with words behind it, is an inch sign or a Hebrew abbreviation: plain text. */
const quotedCell = (text: string, from: number): Cell => {
  let value = '';
  let at = from + 1;
  while (at < text.length) {
    if (text[at] !== '"') {
      value += text[at];
      at += 1;
    } else if (text[at + 1] === '"') {
      value += '"';
      at += 2;
    } else {
      const after = text[at + 1];
      return after === undefined || '\t\r\n'.includes(after) ? { value, end: at + 1 } : plainCell(text, from);
    }
  }
  return plainCell(text, from);
};

const quoteIfNeeded = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
