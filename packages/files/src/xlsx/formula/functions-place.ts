import { columnLetters, MAX_COL, MAX_ROW } from '../ref.ts';
import { guarded, isGiven, matrixArg, numbersOf, optionalArg, pass, textArg, truthArg, wholeArg } from './arguments.ts';
import { exactSum } from './decimal.ts';
import type { Argument, Place, Workplace } from './evaluate.ts';
import type { Run } from './functions.ts';
import { average, countFilled, countNumbers, extreme, variance } from './functions-statistic.ts';
import { fromRows } from './matrix.ts';
import { Unsupported } from './unsupported.ts';
import { isMatrix, REF, type Scalar, VALUE, type Value } from './values.ts';

const run = (work: (args: readonly Argument[], at: Workplace) => Value): Run => guarded(work);

const placeOf = (argument: Argument | undefined): Place => {
  const place = argument?.place();
  if (!place) throw new Unsupported('a place that is not written as one');
  return place;
};

const MOST_NUMBERED = 200_000;

/** The numbers of the rows or columns of a range, as an array when there are several. */
const numbered = (argument: Argument | undefined, axis: 'row' | 'column', at: Workplace): Value => {
  if (!isGiven(argument)) return axis === 'row' ? at.row : at.column;
  const { rect } = placeOf(argument);
  const [from, to] = axis === 'row' ? [rect.top, rect.bottom] : [rect.left, rect.right];
  if (from === to) return from;
  if (to - from > MOST_NUMBERED) throw new Unsupported('too large');
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return fromRows(axis === 'row' ? numbers.map((it) => [it]) : [numbers]);
};

/** The numbers by which SUBTOTAL names what it does; those above 100 leave hidden rows out. */
const SUBTOTALS: Readonly<Record<number, (args: readonly Argument[]) => Scalar>> = {
  1: (args) => average(numbersOf(args)),
  2: countNumbers,
  3: countFilled,
  4: (args) => extreme(numbersOf(args), Math.max),
  5: (args) => extreme(numbersOf(args), Math.min),
  6: (args) => (numbersOf(args).length === 0 ? 0 : numbersOf(args).reduce((a, b) => a * b, 1)),
  7: (args) => Math.sqrt(variance(numbersOf(args), false)),
  8: (args) => Math.sqrt(variance(numbersOf(args), true)),
  9: (args) => exactSum(numbersOf(args)),
  10: (args) => variance(numbersOf(args), false),
  11: (args) => variance(numbersOf(args), true),
};

/** A range without the cells that are subtotals themselves. */
const withoutSubtotals = (argument: Argument, at: Workplace): Argument => {
  const place = placeOf(argument);
  // Whether a row was hidden by hand or by a filter decides, and the file does not say it for each row.
  if (at.hasHiddenRows(place)) throw new Unsupported('SUBTOTAL over hidden rows');
  const { sheet, rect } = place;
  const cells = matrixArg(argument);
  const rows = cells.rows.map((row, down) =>
    row.map((value, across) => (at.isSubtotal(sheet, rect.top + down, rect.left + across) ? null : value)),
  );
  return { ...argument, value: () => ({ ...cells, rows }) };
};

export const placeFunctions: Readonly<Record<string, Run>> = {
  ROW: run(([reference], at) => numbered(reference, 'row', at)),
  COLUMN: run(([reference], at) => numbered(reference, 'column', at)),
  ROWS: run(([reference]) => matrixArg(reference).height),
  COLUMNS: run(([reference]) => matrixArg(reference).width),
  ADDRESS: run(([row, column, kind, style, sheet]) => {
    const [down, across, which] = [wholeArg(row), wholeArg(column), Math.trunc(optionalArg(kind, 1))];
    if (isGiven(sheet) || !truthArg(style, true)) throw new Unsupported('ADDRESS in another style');
    if (down < 1 || down > MAX_ROW || across < 1 || across > MAX_COL || which < 1 || which > 4) return VALUE;
    const [columnMark, rowMark] = [which === 1 || which === 3 ? '$' : '', which === 1 || which === 2 ? '$' : ''];
    return `${columnMark}${columnLetters(across)}${rowMark}${down}`;
  }),
  OFFSET: run(([reference, rows, columns, height, width], at) => {
    const { sheet, rect } = placeOf(reference);
    const top = rect.top + wholeArg(rows);
    const left = rect.left + wholeArg(columns);
    const tall = Math.trunc(optionalArg(height, rect.bottom - rect.top + 1));
    const wide = Math.trunc(optionalArg(width, rect.right - rect.left + 1));
    if (tall < 1 || wide < 1) throw new Unsupported('OFFSET that reaches back');
    const moved = { top, left, bottom: top + tall - 1, right: left + wide - 1 };
    if (top < 1 || left < 1 || moved.bottom > MAX_ROW || moved.right > MAX_COL) return REF;
    return at.reach({ sheet, rect: moved });
  }),
  INDIRECT: run(([text, style], at) => {
    if (!truthArg(style, true)) throw new Unsupported('INDIRECT in another style');
    const place = at.locateText(textArg(text));
    return place ? at.reach(place) : REF;
  }),
  SUBTOTAL: run(([kind, ...ranges], at) => {
    const code = wholeArg(kind);
    const work = SUBTOTALS[code > 100 ? code - 100 : code];
    if (!work || ranges.length === 0) return VALUE;
    return work(ranges.map((range) => withoutSubtotals(range, at)));
  }),
  HYPERLINK: run(([link, shown]) => {
    if (!isGiven(shown)) return textArg(link);
    const value = shown.value();
    return isMatrix(value) ? pass(VALUE) : value;
  }),
};
