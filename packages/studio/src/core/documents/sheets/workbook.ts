/** A cell: text stays text whatever it begins with; a formula is written without its `=`. */
export type SheetCell = string | number | null | { readonly formula: string } | { readonly date: string };

export type CellFormat = 'money' | 'number' | 'percent' | 'date' | 'whole';

export type SheetRow = {
  readonly cells: readonly SheetCell[];
  readonly style?: 'title' | 'head' | 'group' | 'total';
  /** Of its figures, whatever their columns have. */
  readonly format?: CellFormat;
};

export type Sheet = {
  readonly name: string;
  readonly isRtl: boolean;
  readonly columns: readonly { readonly width: number; readonly format?: CellFormat }[];
  readonly rows: readonly SheetRow[];
  /** How many rows stay in sight. */
  readonly frozenRows: number;
};

export type Workbook = { readonly sheets: readonly Sheet[] };

/** The address of a cell, both counted from zero. */
export const addressOf = (row: number, column: number): string => `${letterOf(column)}${row + 1}`;

export const letterOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26);

/** Amounts as the decimals a spreadsheet counts with. Two decimals of a whole number survive the way there and back. */
export const inUnits = (minor: number | bigint): number => Number(minor) / 100;

/** A sheet's name inside a formula. */
export const quoted = (sheet: string): string => `'${sheet.replaceAll("'", "''")}'`;
