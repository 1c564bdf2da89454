import { Unsupported } from './unsupported.ts';
import { isMatrix, type Matrix, type Scalar, type Value } from './values.ts';

/** Cells one value may be written out to. */
const MOST = 2_000_000;

export const matrixOf = (value: Value): Matrix =>
  isMatrix(value) ? value : { height: 1, width: 1, rows: [[value]], rest: null };

export const fromRows = (rows: readonly (readonly Scalar[])[]): Matrix => ({
  rows,
  height: rows.length,
  width: rows[0]?.length ?? 0,
  rest: null,
});

export const cellAt = ({ rows, rest, height, width }: Matrix, row: number, column: number): Scalar => {
  if (row >= height || column >= width) return { error: '#N/A' };
  const found = rows[row]?.[column];
  return found === undefined ? rest : found;
};

/** How far from the corner the cells are that may differ from the rest. */
export const filled = (matrix: Matrix): { readonly height: number; readonly width: number } => ({
  height: matrix.rows.length,
  width: matrix.rows.reduce((most, row) => Math.max(most, row.length), 0),
});

/** Each value with how often it occurs at a stretch: single cells, then all that are not written out. */
export const visit = (matrix: Matrix, take: (value: Scalar, times: number) => void): void => {
  let seen = 0;
  for (const row of matrix.rows)
    for (const value of row) {
      take(value, 1);
      seen++;
    }
  const others = matrix.height * matrix.width - seen;
  if (others > 0) take(matrix.rest, others);
};

/** All cells, written out. */
export const full = (matrix: Matrix): Scalar[][] => {
  if (matrix.height * matrix.width > MOST) throw new Unsupported('too large');
  return Array.from({ length: matrix.height }, (_, row) =>
    Array.from({ length: matrix.width }, (_, column) => cellAt(matrix, row, column)),
  );
};

/** The cells of one row or column, up to the last that holds something. Undefined for a block. */
export const lineOf = (matrix: Matrix): readonly Scalar[] | undefined => {
  if (matrix.rest !== null) throw new Unsupported('a lookup in a calculated array');
  if (matrix.width === 1) return matrix.rows.map((row) => row[0] ?? null);
  return matrix.height === 1 ? (matrix.rows[0] ?? []) : undefined;
};

export const mapped = (value: Value, change: (it: Scalar) => Scalar): Value =>
  isMatrix(value)
    ? { ...value, rows: value.rows.map((row) => row.map(change)), rest: change(value.rest) }
    : change(value);

/** Two values cell by cell; a single row, column or value goes along with every other. */
export const pairwise = (left: Value, right: Value, join: (a: Scalar, b: Scalar) => Scalar): Value => {
  if (!isMatrix(left) && !isMatrix(right)) return join(left, right);
  if (!isMatrix(left)) return mapped(right, (it) => join(left, it));
  if (!isMatrix(right)) return mapped(left, (it) => join(it, right));
  if (left.height === right.height && left.width === right.width) {
    const [a, b] = [filled(left), filled(right)];
    const rows = block(Math.max(a.height, b.height), Math.max(a.width, b.width), (row, column) =>
      join(cellAt(left, row, column), cellAt(right, row, column)),
    );
    return { height: left.height, width: left.width, rows, rest: join(left.rest, right.rest) };
  }
  const [height, width] = [Math.max(left.height, right.height), Math.max(left.width, right.width)];
  const pick = (matrix: Matrix, row: number, column: number): Scalar =>
    cellAt(matrix, matrix.height === 1 ? 0 : row, matrix.width === 1 ? 0 : column);
  return fromRows(block(height, width, (row, column) => join(pick(left, row, column), pick(right, row, column))));
};

const block = (height: number, width: number, at: (row: number, column: number) => Scalar): Scalar[][] => {
  if (height * width > MOST) throw new Unsupported('too large');
  return Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => at(row, column)));
};
