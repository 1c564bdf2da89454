import { evaluateFormula, type PlaceToken, type Workplace } from '../formula/evaluate.ts';
import { DATE_NAMES } from '../formula/functions-date.ts';
import { lexFormula } from '../formula/lexer.ts';
import { type Node, parseFormula } from '../formula/parse.ts';
import { Unsupported } from '../formula/unsupported.ts';
import { isError, type Matrix, type Scalar, type Value } from '../formula/values.ts';
import { cellCount, intersect, type Rect } from '../ref.ts';
import type { BookEdit } from './book-edit.ts';
import type { Cone, GraphFormula } from './dependents.ts';
import { createLocator, type Place } from './locate.ts';
import { withPending } from './pending-formulas.ts';
import { formulaOf, placeKey } from './sheet-index.ts';
import { createValueStore } from './value-store.ts';

/** `differs` tells whether the value is another than the one stored. */
export type Calculated = { readonly value: Exclude<Scalar, null>; readonly differs: boolean };

/** A formula needs others first; all it is seen to need, so that each is asked for once. */
class NeedsFirst extends Error {
  readonly formulas: readonly GraphFormula[];
  constructor(formulas: readonly GraphFormula[]) {
    super('needs others first');
    this.formulas = formulas;
  }
}

/** A formula turned out to read cells that were not read in yet. */
class NeedsCells extends Error {
  readonly place: Place;
  constructor(place: Place) {
    super('needs cells');
    this.place = place;
  }
}

/** A sheet that calculates as Lotus 1-2-3 did, where texts are zeros. */
const LOTUS = /\stransitionEvaluation\s*=\s*["'](?:1|true)["']/;
const MOST_FORMULAS = 50_000;
const MOST_ROUNDS = 20;
/** Names one formula may look up; one that names itself would go on for ever. */
const MOST_NAMES = 128;
/** Cells of ranges kept for the next formula that reads the same one. */
const MOST_KEPT = 300_000;

/**
 * The values of the formulas in the cone. Those without one are beyond the evaluator, or depend on one that is. Undefined
 * when there is too much to hold.
 */
export const calculate = async (
  edit: BookEdit,
  all: readonly GraphFormula[],
  cone: Cone,
): Promise<ReadonlyMap<GraphFormula, Calculated> | undefined> => {
  const wanted = withPending(all, cone);
  if (wanted.length > MOST_FORMULAS) return undefined;
  const book = edit.book();
  const locator = createLocator(book);
  const store = createValueStore(edit);
  const isRead = await store.load(
    wanted.flatMap((formula) => [
      // Its own stored value, to see whether calculating changes it.
      { part: formula.sheet.part, rect: ownRect(formula) },
      ...(cone.reads.get(formula) ?? []),
    ]),
  );
  if (!isRead) return undefined;

  const waiting = byPlace(wanted);
  const isWanted = new Set(wanted);
  // Formulas without a value that nothing names: only OFFSET and its kin can still come upon them.
  const elsewhere = byPlace(all.filter((it) => it.cell.pending && !isWanted.has(it)));
  const columns = new Map<string, Set<number>>();
  for (const { sheet, cell } of wanted)
    columns.set(sheet.part, (columns.get(sheet.part) ?? new Set<number>()).add(cell.column));
  /** Whether formulas stand in any column of a range; most ranges that are added up hold numbers alone. */
  const columnsWaiting = (part: string, rect: Rect): boolean =>
    [...(columns.get(part) ?? [])].some((column) => column >= rect.left && column <= rect.right);
  const done = new Map<GraphFormula, Calculated | 'unknown'>();
  const unread = unreadable(all, new Set(cone.formulas));
  const subtotals = subtotalCells(all);
  const isShared = sharedRanges(wanted, cone);
  const kept = new Map<string, Matrix>();
  let keptCells = 0;

  const refuseUnread = (part: string, rect: Rect): void => {
    if (unread.get(part)?.some((it) => intersect(it, rect))) throw new Unsupported('cells whose values are not known');
  };
  const calculatedAt = (part: string, row: number, column: number): Scalar => {
    const formula = waiting.get(part)?.get(placeKey(row, column));
    if (formula) {
      const outcome = done.get(formula);
      if (outcome === undefined) throw new NeedsFirst([formula]);
      if (outcome === 'unknown') throw new Unsupported('a formula that could not be calculated');
    }
    return store.get(part, row, column);
  };
  const rangeOf = (part: string, rect: Rect): Matrix => {
    const key = rangeKey(part, rect);
    const known = kept.get(key);
    if (known) return known;
    refuseUnread(part, rect);
    const needed: GraphFormula[] = [];
    for (const formula of columnsWaiting(part, rect) ? formulasIn(waiting.get(part), rect) : []) {
      const outcome = done.get(formula);
      if (outcome === 'unknown') throw new Unsupported('a formula that could not be calculated');
      if (outcome === undefined) needed.push(formula);
    }
    if (needed.length > 0) throw new NeedsFirst(needed);
    const made = store.range(part, rect);
    const size = made.rows.length * (made.rows[0]?.length ?? 0);
    // All its formulas are calculated, so it will not change; a range that one formula reads is not worth keeping.
    if (isShared(key) && keptCells + size <= MOST_KEPT) {
      keptCells += size;
      kept.set(key, made);
    }
    return made;
  };
  const cellOf = (part: string, row: number, column: number): Scalar => {
    refuseUnread(part, { top: row, left: column, bottom: row, right: column });
    return calculatedAt(part, row, column);
  };
  const now = serialNow();
  const workplace = ({ sheet, cell }: GraphFormula): Workplace => {
    const home = { sheet, row: cell.row, column: cell.column };
    const asPlace = (place: Place | undefined) => place && { sheet: place.part, rect: place.rect };
    let names = 0;
    return {
      row: cell.row,
      column: cell.column,
      now,
      date1904: book.date1904,
      cell: cellOf,
      range: rangeOf,
      locate: (token: PlaceToken) => asPlace(locator.place(home, token)),
      locateText: (text) => {
        const [only, ...more] = lexFormula(text.trim()) ?? [];
        if (more.length > 0 || (only?.kind !== 'ref' && only?.kind !== 'name' && only?.kind !== 'structured'))
          throw new Unsupported('a reference as text');
        const place = locator.place(home, only);
        if (!place && only.kind !== 'ref') throw new Unsupported('a name as text');
        return asPlace(place);
      },
      definition: (token) => {
        const text = ++names > MOST_NAMES ? undefined : locator.definition(home, token);
        return text === undefined ? undefined : parsed(text, book.date1904);
      },
      reach: ({ sheet: part, rect }): Value => {
        if (!store.isLoaded({ part, rect })) throw new NeedsCells({ part, rect });
        if (formulasIn(elsewhere.get(part), rect).length > 0) throw new Unsupported('cells whose values are not known');
        return cellCount(rect) === 1 ? cellOf(part, rect.top, rect.left) : rangeOf(part, rect);
      },
      hasHiddenRows: ({ sheet: part, rect }) => store.hasHiddenRows({ part, rect }),
      isSubtotal: (part, row, column) => subtotals.has(`${part}|${placeKey(row, column)}`),
    };
  };

  const nodes = new Map<GraphFormula, Node>();
  const nodeOf = (formula: GraphFormula): Node => {
    const known = nodes.get(formula);
    if (known) return known;
    if (!isSingle(formula)) throw new Unsupported('an array');
    if (LOTUS.test(formula.index.frame.head)) throw new Unsupported('the rules of Lotus 1-2-3');
    const made = parsed(formulaOf(formula.index, formula.cell), book.date1904);
    nodes.set(formula, made);
    return made;
  };
  const settle = (formula: GraphFormula): void => {
    const value = evaluateFormula(nodeOf(formula), workplace(formula), formula.cell.kind === 'array');
    // A formula that gives nothing shows zero.
    const shown: Exclude<Scalar, null> = value === null ? 0 : value;
    const { row, column, pending } = formula.cell;
    const differs = pending || !isSameScalar(store.get(formula.sheet.part, row, column), shown);
    done.set(formula, { value: shown, differs });
    store.set(formula.sheet.part, row, column, shown);
  };

  for (let round = 0; round < MOST_ROUNDS; round++) {
    const missing = calculateRound(wanted, done, settle);
    if (missing.length === 0) break;
    if (!(await store.load(missing))) break;
  }
  const results = new Map<GraphFormula, Calculated>();
  for (const formula of cone.formulas) {
    const outcome = done.get(formula);
    if (outcome !== undefined && outcome !== 'unknown') results.set(formula, outcome);
  }
  return results;
};

/** Calculates what can be, and tells which cells the others still need. */
const calculateRound = (
  wanted: readonly GraphFormula[],
  done: Map<GraphFormula, Calculated | 'unknown'>,
  settle: (formula: GraphFormula) => void,
): Place[] => {
  const missing: Place[] = [];
  const later = new Set<GraphFormula>();
  for (const root of wanted) {
    const stack = [root];
    const path = new Set<GraphFormula>();
    for (let formula = stack.at(-1); formula !== undefined; formula = stack.at(-1)) {
      if (done.has(formula) || later.has(formula)) {
        path.delete(formula);
        stack.pop();
        continue;
      }
      path.add(formula);
      try {
        settle(formula);
      } catch (cause) {
        if (cause instanceof Unsupported) done.set(formula, 'unknown');
        else if (cause instanceof NeedsCells) {
          missing.push(cause.place);
          later.add(formula);
        } else if (cause instanceof NeedsFirst) {
          if (cause.formulas.some((it) => later.has(it))) later.add(formula);
          else if (cause.formulas.some((it) => path.has(it))) done.set(formula, 'unknown');
          else stack.push(...cause.formulas);
        } else throw cause;
      }
    }
  }
  return missing;
};

const parsed = (text: string, date1904: boolean): Node => {
  const node = parseFormula(text);
  if (date1904 && usesDates(node)) throw new Unsupported('dates of the 1904 calendar');
  return node;
};

const usesDates = (node: Node): boolean => {
  switch (node.kind) {
    case 'call':
      return DATE_NAMES.has(node.name) || node.args.some(usesDates);
    case 'binary':
      return usesDates(node.left) || usesDates(node.right);
    case 'unary':
      return usesDates(node.operand);
    default:
      return false;
  }
};

const ownRect = ({ cell: { row, column } }: GraphFormula): Rect => ({
  top: row,
  left: column,
  bottom: row,
  right: column,
});

const isSingle = ({ cell: { rect, kind } }: GraphFormula): boolean =>
  rect === undefined ? kind !== 'table' : kind === 'array' && cellCount(rect) === 1;

/** Cells that arrays and data tables fill and whose values are gone or about to be taken away. */
const unreadable = (
  all: readonly GraphFormula[],
  cone: ReadonlySet<GraphFormula>,
): ReadonlyMap<string, readonly Rect[]> => {
  const rects = new Map<string, Rect[]>();
  for (const formula of all) {
    const { sheet, cell } = formula;
    if (isSingle(formula) || !(cone.has(formula) || cell.pending)) continue;
    const list = rects.get(sheet.part) ?? [];
    rects.set(sheet.part, list);
    list.push(cell.rect ?? ownRect(formula));
  }
  return rects;
};

type FormulasBySheet = ReadonlyMap<string, ReadonlyMap<number, GraphFormula>>;

const byPlace = (formulas: Iterable<GraphFormula>): FormulasBySheet => {
  const sheets = new Map<string, Map<number, GraphFormula>>();
  for (const formula of formulas) {
    const sheet = sheets.get(formula.sheet.part) ?? new Map<number, GraphFormula>();
    sheets.set(formula.sheet.part, sheet.set(placeKey(formula.cell.row, formula.cell.column), formula));
  }
  return sheets;
};

const rangeKey = (part: string, { top, left, bottom, right }: Rect): string =>
  `${part}|${top},${left},${bottom},${right}`;

/** Tells whether more than one formula reads a range. */
const sharedRanges = (formulas: readonly GraphFormula[], { reads }: Cone): ((key: string) => boolean) => {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const formula of formulas)
    for (const key of new Set((reads.get(formula) ?? []).map(({ part, rect }) => rangeKey(part, rect))))
      if (seen.has(key)) shared.add(key);
      else seen.add(key);
  return (key) => shared.has(key);
};

const subtotalCells = (all: readonly GraphFormula[]): ReadonlySet<string> => {
  const cells = new Set<string>();
  for (const { sheet, index, cell } of all) {
    const text = cell.text === '' ? (index.masters.get(cell.group)?.text ?? '') : cell.text;
    if (/(?:SUBTOTAL|AGGREGATE)\(/i.test(text)) cells.add(`${sheet.part}|${placeKey(cell.row, cell.column)}`);
  }
  return cells;
};

const formulasIn = (sheet: ReadonlyMap<number, GraphFormula> | undefined, rect: Rect): GraphFormula[] => {
  if (!sheet) return [];
  const isIn = ({ cell: { row, column } }: GraphFormula) =>
    row >= rect.top && row <= rect.bottom && column >= rect.left && column <= rect.right;
  if (sheet.size <= cellCount(rect)) return [...sheet.values()].filter(isIn);
  const found: GraphFormula[] = [];
  for (let row = rect.top; row <= rect.bottom; row++)
    for (let column = rect.left; column <= rect.right; column++) {
      const formula = sheet.get(placeKey(row, column));
      if (formula) found.push(formula);
    }
  return found;
};

const isSameScalar = (a: Scalar, b: Scalar): boolean => (isError(a) && isError(b) ? a.error === b.error : a === b);

/** Now by the clock on the wall, to the second, as a serial number. */
const serialNow = (): number => {
  const now = new Date();
  const wall = Date.UTC(
    now.getFullYear(),
    now.getMonth(),
    now.getDate(),
    now.getHours(),
    now.getMinutes(),
    now.getSeconds(),
  );
  return (wall - Date.UTC(1899, 11, 30)) / 86_400_000;
};
