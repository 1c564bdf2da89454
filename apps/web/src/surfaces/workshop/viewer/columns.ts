/** 0 → A, 25 → Z, 26 → AA: what a spreadsheet calls its columns. */
export const columnName = (index: number): string => {
  let name = '';
  for (let left = index; left >= 0; left = Math.floor(left / 26) - 1)
    name = String.fromCharCode(65 + (left % 26)) + name;
  return name;
};

/** The other way round: A → 0, AA → 26. */
export const columnIndex = (name: string): number =>
  [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A column of numbers: at least as many of its first cells hold one as hold words. */
export const isNumeric = (types: readonly string[]): boolean => {
  const numbers = types.filter((type) => type === 'number').length;
  const words = types.filter((type) => type === 'string').length;
  return numbers > 0 && numbers >= words;
};

/** A table whose first cells are Hebrew is read from the right. */
export const directionOf = (cells: readonly string[]): 'ltr' | 'rtl' => {
  const written = cells.join('').replaceAll(/[^\p{L}]/gu, '');
  const hebrew = written.replaceAll(/[^\u0590-\u08ff]/g, '').length;
  return hebrew * 2 > written.length ? 'rtl' : 'ltr';
};
