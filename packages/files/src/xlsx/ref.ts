/** Rows and columns are counted from 1 everywhere in this folder. */
export type Rect = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };

export const MAX_ROW = 1_048_576;
export const MAX_COL = 16_384;

const letters: string[] = [''];

export const columnLetters = (column: number): string => {
  const known = letters[column];
  if (known !== undefined) return known;
  let text = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(65 + ((rest - 1) % 26)) + text;
  return text;
};
for (let column = 1; column <= 702; column++) letters[column] = columnLetters(column);

/** 0 when the text is not a column of the grid. */
export const columnNumber = (text: string): number => {
  if (!/^[A-Za-z]{1,3}$/.test(text)) return 0;
  let column = 0;
  for (const letter of text.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column <= MAX_COL ? column : 0;
};

export const cellRef = (row: number, column: number): string => columnLetters(column) + row;

export const rectRef = ({ top, left, bottom, right }: Rect): string =>
  top === bottom && left === right ? cellRef(top, left) : `${cellRef(top, left)}:${cellRef(bottom, right)}`;

/** As `rectRef`, but always with both corners. */
export const spanRef = ({ top, left, bottom, right }: Rect): string =>
  `${cellRef(top, left)}:${cellRef(bottom, right)}`;

export const parseCell = (text: string): { readonly row: number; readonly column: number } | undefined => {
  const match = /^\$?([A-Za-z]{1,3})\$?([0-9]{1,7})$/.exec(text.trim());
  const column = match ? columnNumber(match[1] ?? '') : 0;
  const row = match ? Number(match[2]) : 0;
  return column > 0 && row > 0 && row <= MAX_ROW ? { row, column } : undefined;
};

/** `B2`, `A1:E50`, `A:D`, `5:20` or `A10:D`; `$` ignored, corners in any order. */
export const parseRect = (text: string): Rect | undefined => {
  const [first = '', second, ...more] = text.replaceAll('$', '').trim().split(':');
  if (more.length > 0) return undefined;
  const a = corner(first);
  const b = second === undefined ? a : corner(second);
  if (!a || !b) return undefined;
  if (second === undefined && (a.row === 0 || a.column === 0)) return undefined;
  const [top, bottom] = side(a.row, b.row, MAX_ROW);
  const [left, right] = side(a.column, b.column, MAX_COL);
  return normalRect(top, left, bottom, right);
};

/** A side left open (0) runs to the edge of the grid. */
const side = (from: number, to: number, edge: number): readonly [number, number] => {
  if (to === 0) return [from || 1, edge];
  return [from || 1, to];
};

export const normalRect = (row1: number, column1: number, row2: number, column2: number): Rect => ({
  top: Math.min(row1, row2),
  left: Math.min(column1, column2),
  bottom: Math.max(row1, row2),
  right: Math.max(column1, column2),
});

export const intersect = (a: Rect, b: Rect): Rect | undefined => {
  const top = Math.max(a.top, b.top);
  const left = Math.max(a.left, b.left);
  const bottom = Math.min(a.bottom, b.bottom);
  const right = Math.min(a.right, b.right);
  return top <= bottom && left <= right ? { top, left, bottom, right } : undefined;
};

export const contains = (rect: Rect, row: number, column: number): boolean =>
  row >= rect.top && row <= rect.bottom && column >= rect.left && column <= rect.right;

export const union = (a: Rect | undefined, b: Rect): Rect =>
  a === undefined
    ? b
    : {
        top: Math.min(a.top, b.top),
        left: Math.min(a.left, b.left),
        bottom: Math.max(a.bottom, b.bottom),
        right: Math.max(a.right, b.right),
      };

export const cellCount = ({ top, left, bottom, right }: Rect): number => (bottom - top + 1) * (right - left + 1);

/** A list of ranges as conditional formats and validations write it. */
export const parseRects = (text: string): Rect[] =>
  text
    .split(/\s+/)
    .filter((piece) => piece !== '')
    .flatMap((piece) => parseRect(piece) ?? []);

const corner = (text: string): { row: number; column: number } | undefined => {
  const match = /^([A-Za-z]{0,3})([0-9]{0,7})$/.exec(text.trim());
  if (!match || text.trim() === '') return undefined;
  const column = match[1] === '' ? 0 : columnNumber(match[1] ?? '');
  const row = match[2] === '' ? 0 : Number(match[2]);
  if ((match[1] !== '' && column === 0) || (match[2] !== '' && (row < 1 || row > MAX_ROW))) return undefined;
  return { row, column };
};
