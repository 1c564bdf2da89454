import { parseTsv } from '../../../ui/grid/tsv.ts';

/** A pasted text that is a table: at least two columns and two rows, as a spreadsheet puts them on the clipboard. */
export const pastedTable = (text: string): readonly (readonly string[])[] | undefined => {
  if (!text.includes('\t')) return undefined;
  const rows = parseTsv(text.replace(/\r\n|\r/g, '\n').replace(/\n+$/, ''));
  const width = Math.max(...rows.map((row) => row.length));
  if (rows.length < 2 || width < 2) return undefined;
  // A spreadsheet gives every row all its cells; text that is merely indented does not.
  return rows.every((row) => row.length === width) ? rows : undefined;
};

export const tableToCsv = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`;

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** The first `table.csv`, `table(1).csv` … that nobody has. */
export const freeName = (base: string, ending: string, present: readonly string[]): string => {
  const taken = new Set(present.map((name) => name.toLowerCase()));
  for (let nth = 0; ; nth += 1) {
    const name = nth === 0 ? `${base}.${ending}` : `${base}(${nth}).${ending}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
};
