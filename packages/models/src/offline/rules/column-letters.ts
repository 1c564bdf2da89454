/** The place of a column of a sheet by its letters: A is 1. */
export const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

export const columnLetters = (index: number): string => {
  let letters = '';
  for (let left = index; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
};
