import type { Rect } from '../ref.ts';
import { added } from './decimal.ts';
import { certainOutcome } from './doubt.ts';
import { functions, isLifted } from './functions.ts';
import type { Token } from './lexer.ts';
import { filled, fromRows, full, mapped, matrixOf, pairwise } from './matrix.ts';
import type { Node } from './parse.ts';
import { raised } from './power.ts';
import { inCalendar } from './text-number.ts';
import { Unsupported } from './unsupported.ts';
import {
  compare,
  DIVIDED,
  isError,
  isMatrix,
  type Matrix,
  NUM,
  order,
  REF,
  type Scalar,
  toNumber,
  toText,
  VALUE,
  type Value,
} from './values.ts';

/** A rectangle of a sheet, which is named by its part. */
export type Place = { readonly sheet: string; readonly rect: Rect };
export type PlaceToken = Extract<Token, { kind: 'ref' | 'name' | 'structured' }>;

/** What an evaluation may ask of the workbook. */
export interface Workplace {
  readonly range: (sheet: string, rect: Rect) => Matrix;
  readonly cell: (sheet: string, row: number, column: number) => Scalar;
  /** Cells that only the calculation finds, such as those OFFSET means. */
  readonly reach: (place: Place) => Value;
  /** Where a reference, name or table column lies; undefined when it is beyond the evaluator or no place. */
  readonly locate: (token: PlaceToken) => Place | undefined;
  readonly locateText: (reference: string) => Place | undefined;
  /** The formula behind a name that is no place. */
  readonly definition: (token: PlaceToken) => Node | undefined;
  readonly hasHiddenRows: (place: Place) => boolean;
  readonly isSubtotal: (sheet: string, row: number, column: number) => boolean;
  /** Days since 1900 as the clock on the wall shows them. */
  readonly now: number;
  /** The workbook counts its days from 1904. */
  readonly date1904: boolean;
  readonly row: number;
  readonly column: number;
}

/** An argument as a function sees it: evaluated when asked for, and still a place when it is one. */
export type Argument = {
  readonly value: () => Value;
  /** The same where arrays are calculated cell by cell, as inside SUMPRODUCT. */
  readonly arrayValue: () => Value;
  readonly scalar: () => Scalar;
  readonly place: () => Place | undefined;
  /** A call whose value may be a cell rather than what the cell holds, which functions of ranges tell apart. */
  readonly mayBeCell: boolean;
  readonly isMissing: boolean;
  /** Chosen, it is the value of the whole formula. */
  readonly isResult: boolean;
};

/** The value of a formula, or `Unsupported` where programs may differ. `isArray` for one entered as an array formula. */
export const evaluateFormula = (node: Node, at: Workplace, isArray = false): Scalar =>
  inCalendar(at.date1904, () =>
    certainOutcome(() => {
      if (node.kind === 'binary' && (node.operator === '+' || node.operator === '-'))
        return scalarOf(operateOn(node, at, isArray, true));
      return scalarOf(evaluate(node, at, isArray, true));
    }),
  );

/** `isResult` where nothing is done with the value any more: the cell shows it. */
export const evaluate = (node: Node, at: Workplace, isArray: boolean, isResult = false): Value => {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'error':
      return { error: node.error };
    case 'missing':
      return null;
    case 'ref':
    case 'name':
    case 'structured': {
      const place = at.locate(node.token);
      if (place) return valueAt(place, at);
      const definition = at.definition(node.token);
      if (!definition) throw new Unsupported(node.kind);
      return evaluate(definition, at, isArray);
    }
    case 'unary': {
      const operand = evaluate(node.operand, at, isArray);
      if (node.operator === '+') return operand;
      refuseArray(operand, isArray);
      return mapped(operand, (value) => {
        const number = toNumber(value);
        return typeof number !== 'number' ? number : node.operator === '-' ? 0 - number : number / 100;
      });
    }
    case 'binary':
      return operateOn(node, at, isArray, false);
    case 'call': {
      const run = functions[node.name];
      if (!run) throw new Unsupported(node.name);
      const args = node.args.map((arg) => argumentOf(arg, at, isArray, isResult && CHOOSES.has(node.name)));
      return isArray && isLifted(node.name) ? lifted(run, args, at) : run(args, at);
    }
  }
};

type Binary = Extract<Node, { kind: 'binary' }>;

const operateOn = (node: Binary, at: Workplace, isArray: boolean, isLastStep: boolean): Value => {
  const [left, right] = [evaluate(node.left, at, isArray), evaluate(node.right, at, isArray)];
  refuseArray(left, isArray);
  refuseArray(right, isArray);
  return pairwise(left, right, (a, b) => operate(node.operator, a, b, isLastStep));
};

/** Where no array is asked for, a range stands for the cell beside the formula; that is not guessed. */
const refuseArray = (value: Value, isArray: boolean): void => {
  if (!isArray && isMatrix(value) && (value.height > 1 || value.width > 1))
    throw new Unsupported('a range where one value is needed');
};

const valueAt = ({ sheet, rect }: Place, at: Workplace): Value =>
  rect.top === rect.bottom && rect.left === rect.right ? at.cell(sheet, rect.top, rect.left) : at.range(sheet, rect);

export const scalarOf = (value: Value): Scalar => {
  if (!isMatrix(value)) return value;
  refuseArray(value, false);
  return value.rows[0]?.[0] ?? value.rest;
};

const argumentOf = (node: Node, at: Workplace, isArray: boolean, isResult: boolean): Argument => ({
  value: () => evaluate(node, at, isArray, isResult),
  arrayValue: () => evaluate(node, at, true),
  scalar: () => scalarOf(evaluate(node, at, isArray, isResult)),
  place: () =>
    node.kind === 'ref' || node.kind === 'name' || node.kind === 'structured' ? at.locate(node.token) : undefined,
  mayBeCell: node.kind === 'call' ? GIVES_CELLS.has(node.name) : node.kind === 'name',
  isMissing: node.kind === 'missing',
  isResult,
});

/** Functions that give one of their arguments as it is. */
const CHOOSES = new Set(['IF', 'IFS', 'IFERROR', 'IFNA', 'CHOOSE', 'SWITCH']);

const GIVES_CELLS = new Set([
  'INDEX',
  'OFFSET',
  'INDIRECT',
  'CHOOSE',
  'IF',
  'IFS',
  'SWITCH',
  'XLOOKUP',
  'IFERROR',
  'IFNA',
]);

const MOST_LIFTED = 200_000;

/** A function of single values, applied to every cell of the arrays it was given. */
const lifted = (
  run: (args: readonly Argument[], at: Workplace) => Value,
  args: readonly Argument[],
  at: Workplace,
): Value => {
  const values = args.map((argument) => (argument.isMissing ? null : argument.value()));
  const arrays = values.filter((value) => value !== null && isMatrix(value)).map((value) => value as Matrix);
  const [first] = arrays;
  if (!first) return run(args, at);
  if (arrays.some(({ height, width }) => height !== first.height || width !== first.width))
    throw new Unsupported('arrays of different sizes');
  const over = (pick: (matrix: Matrix) => Scalar): Scalar =>
    scalarOf(
      run(
        args.map((argument, index) => {
          const value = values[index] ?? null;
          const it = isMatrix(value) ? pick(value) : value;
          return { ...argument, value: () => it, arrayValue: () => it, scalar: () => it, place: () => undefined };
        }),
        at,
      ),
    );
  const height = Math.max(...arrays.map((it) => filled(it).height));
  const width = Math.max(...arrays.map((it) => filled(it).width));
  if (height * width > MOST_LIFTED) throw new Unsupported('too large');
  const cells = arrays.map((it) => full({ ...it, height: Math.max(height, 0), width: Math.max(width, 0) }));
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) =>
      over((matrix) => cells[arrays.indexOf(matrix)]?.[row]?.[column] ?? null),
    ),
  );
  const isWhole = height === first.height && width === first.width;
  return isWhole ? fromRows(rows) : { ...matrixOf(first), rows, rest: over((matrix) => matrix.rest) };
};

const operate = (operator: string, left: Scalar, right: Scalar, isLastStep: boolean): Scalar => {
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
      return order(left, right) < 0;
    case '>':
      return order(left, right) > 0;
    case '<=':
      return order(left, right) <= 0;
    case '>=':
      return order(left, right) >= 0;
  }
  const [a, b] = [toNumber(left), toNumber(right)];
  if (typeof a !== 'number') return a;
  if (typeof b !== 'number') return b;
  switch (operator) {
    case '+':
      return finite(added(a, b, isLastStep));
    case '-':
      return finite(added(a, -b, isLastStep));
    case '*':
      return finite(a * b);
    case '/':
      return b === 0 ? DIVIDED : finite(a / b);
    case '^':
      return raised(a, b);
    default:
      return REF;
  }
};

const finite = (value: number): Scalar => (Number.isFinite(value) ? value : NUM);
