/** 0 → A, 25 → Z, 26 → AA: what a spreadsheet calls its columns. */
export const columnName = (index: number): string => {
  let name = '';
  for (let left = index; left >= 0; left = Math.floor(left / 26) - 1)
    name = String.fromCharCode(65 + (left % 26)) + name;
  return name;
};

/** `C12` → row 11, column 2, counted from 0; undefined for what is no place. */
export const cellPlace = (ref: string): { readonly row: number; readonly column: number } | undefined => {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d+)/.exec(ref) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
};

/** A table whose first cells are Hebrew is read from the right. */
export const directionOf = (cells: readonly string[]): 'ltr' | 'rtl' => {
  const written = cells.join('').replaceAll(/[^\p{L}]/gu, '');
  const hebrew = written.replaceAll(/[^\u0590-\u08ff]/g, '').length;
  return hebrew * 2 > written.length ? 'rtl' : 'ltr';
};
