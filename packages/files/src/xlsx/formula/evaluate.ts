import type { Rect } from '../ref.ts';
import { functions } from './functions.ts';
import type { Token } from './lexer.ts';
import { type Node, Unsupported } from './parse.ts';
import {
  compare,
  DIVIDED,
  isError,
  isMatrix,
  type Matrix,
  NUM,
  REF,
  type Scalar,
  settled,
  toNumber,
  toText,
  VALUE,
  type Value,
} from './values.ts';

/** What an evaluation may ask of the workbook. */
export interface Workplace {
  /** Cells of a rectangle on a sheet, clipped to what is used. */
  readonly range: (sheet: string, rect: Rect) => Matrix;
  readonly cell: (sheet: string, row: number, column: number) => Scalar;
  /** The sheet and rectangle of a reference or name; undefined when it is beyond the evaluator. */
  readonly locate: (
    token: Extract<Token, { kind: 'ref' | 'name' }>,
  ) => { readonly sheet: string; readonly rect: Rect } | undefined;
  readonly row: number;
  readonly column: number;
}

/** An argument as a function sees it: evaluated when asked for, and still a place when it is one. */
export type Argument = {
  readonly value: () => Value;
  readonly scalar: () => Scalar;
  readonly place: () => { readonly sheet: string; readonly rect: Rect } | undefined;
  readonly isMissing: boolean;
};

export const evaluate = (node: Node, at: Workplace): Value => {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'error':
      return { error: node.error };
    case 'missing':
      return null;
    case 'ref':
    case 'name': {
      const place = at.locate(node.token);
      if (!place) throw new Unsupported(node.kind);
      const { rect, sheet } = place;
      if (rect.top === rect.bottom && rect.left === rect.right) return at.cell(sheet, rect.top, rect.left);
      return at.range(sheet, rect);
    }
    case 'unary': {
      const operand = evaluate(node.operand, at);
      if (node.operator === '+') return operand;
      return each(operand, (value) => {
        const number = toNumber(value);
        return typeof number !== 'number' ? number : node.operator === '-' ? -number : number / 100;
      });
    }
    case 'binary':
      return pairwise(evaluate(node.left, at), evaluate(node.right, at), (a, b) => operate(node.operator, a, b));
    case 'call': {
      const run = functions[node.name];
      if (!run) throw new Unsupported(node.name);
      return run(
        node.args.map((arg) => argumentOf(arg, at)),
        at,
      );
    }
  }
};

/** The one value of a formula's cell. A range where one value is needed depends on where it stands, so it is not guessed. */
export const scalarOf = (value: Value): Scalar => {
  if (!isMatrix(value)) return value;
  if (value.rows.length === 1 && value.rows[0]?.length === 1) return value.rows[0][0] ?? null;
  throw new Unsupported('a range where one value is needed');
};

const argumentOf = (node: Node, at: Workplace): Argument => ({
  value: () => evaluate(node, at),
  scalar: () => scalarOf(evaluate(node, at)),
  place: () => (node.kind === 'ref' || node.kind === 'name' ? at.locate(node.token) : undefined),
  isMissing: node.kind === 'missing',
});

export const each = (value: Value, change: (it: Scalar) => Scalar): Value =>
  isMatrix(value) ? { rows: value.rows.map((row) => row.map(change)) } : change(value);

const pairwise = (left: Value, right: Value, join: (a: Scalar, b: Scalar) => Scalar): Value => {
  if (!isMatrix(left) && !isMatrix(right)) return join(left, right);
  if (!isMatrix(left)) return each(right, (it) => join(left, it));
  if (!isMatrix(right)) return each(left, (it) => join(it, right));
  const height = Math.max(left.rows.length, right.rows.length);
  const width = Math.max(left.rows[0]?.length ?? 0, right.rows[0]?.length ?? 0);
  if (height * width > 2_000_000) throw new Unsupported('too large');
  const pick = (matrix: Matrix, row: number, column: number): Scalar => {
    const line = matrix.rows[matrix.rows.length === 1 ? 0 : row];
    if (line === undefined) return { error: '#N/A' };
    const value = line[line.length === 1 ? 0 : column];
    return value === undefined ? { error: '#N/A' } : value;
  };
  return {
    rows: Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, column) => join(pick(left, row, column), pick(right, row, column))),
    ),
  };
};

const operate = (operator: string, left: Scalar, right: Scalar): Scalar => {
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (operator === '&') {
    const [a, b] = [toText(left), toText(right)];
    return typeof a === 'string' && typeof b === 'string' ? a + b : VALUE;
  }
  switch (operator) {
    case '=':
      return compare(left, right) === 0;
    case '<>':
      return compare(left, right) !== 0;
    case '<':
      return compare(left, right) < 0;
    case '>':
      return compare(left, right) > 0;
    case '<=':
      return compare(left, right) <= 0;
    case '>=':
      return compare(left, right) >= 0;
  }
  const [a, b] = [toNumber(left), toNumber(right)];
  if (typeof a !== 'number') return a;
  if (typeof b !== 'number') return b;
  switch (operator) {
    case '+':
      return settled(a + b, a, b);
    case '-':
      return settled(a - b, a, b);
    case '*':
      return finite(a * b);
    case '/':
      return b === 0 ? DIVIDED : finite(a / b);
    case '^':
      return a === 0 && b === 0 ? NUM : finite(a ** b);
    default:
      return REF;
  }
};

const finite = (value: number): Scalar => (Number.isFinite(value) ? value : NUM);
