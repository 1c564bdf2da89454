import { evaluate, scalarOf, type Workplace } from '../formula/evaluate.ts';
import { DATE_NAMES } from '../formula/functions-date.ts';
import { lexFormula, type Token } from '../formula/lexer.ts';
import { type Node, parseFormula, Unsupported } from '../formula/parse.ts';
import { sheetsOfPrefix } from '../formula/rewrite.ts';
import { isError, type Scalar } from '../formula/values.ts';
import { cellCount, type Rect } from '../ref.ts';
import { type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import type { Cached, RowPatches } from './cell-patch.ts';
import { type Cone, coneOf, type GraphFormula, rectOf } from './dependents.ts';
import { type FormulaCell, formulaOf, placeKey, type SheetIndex } from './sheet-index.ts';
import { createValueStore, type ValueStore } from './value-store.ts';

export type Recalc = { readonly mode: 'computed' | 'cleared' | 'none'; readonly cells: number };

const MOST_FORMULAS = 50_000;
/** Cells one reference may stand for. */
const MOST_READ = 2_000_000;
/** Beyond this the graph itself would not fit; every stored value is then taken away. */
const MOST_TRACED = 500_000;

/** Brings stored values in step with what changed: calculated where every function is known, else taken away. */
export const recalculate = async (edit: BookEdit): Promise<Recalc> => {
  await edit.settle();
  const book = edit.book();
  const dirty = edit.dirty.bySheet();
  if ([...dirty.values()].every((cells) => cells.size === 0)) return { mode: 'none', cells: 0 };
  const all: GraphFormula[] = [];
  for (const sheet of book.sheets) {
    if (sheet.type !== 'worksheet') continue;
    const draft = edit.draft(sheet);
    const index = await draft.index();
    for (const cell of formulasWith(index, draft.rows)) all.push({ sheet, index, cell });
  }
  const cone: Cone = all.length > MOST_TRACED ? { formulas: all, reads: new Map() } : coneOf(book, all, dirty);
  if (cone.formulas.length === 0) return { mode: 'none', cells: 0 };
  const results = cone.formulas.length <= MOST_FORMULAS ? await computed(edit, book, cone) : undefined;
  for (const formula of cone.formulas) {
    const { sheet, cell } = formula;
    const draft = edit.draft(sheet);
    const result = results?.get(formula);
    if (result && !result.differs) continue;
    const rect = cell.rect ?? { top: cell.row, left: cell.column, bottom: cell.row, right: cell.column };
    for (let row = rect.top; row <= rect.bottom; row++)
      for (let column = rect.left; column <= rect.right; column++)
        draft.patch(row, column, { content: { kind: 'cached', cached: result?.cached ?? null } });
    draft.markSettled();
  }
  return { mode: results ? 'computed' : 'cleared', cells: cone.formulas.length };
};

/** The formulas of a sheet as waiting patches leave them. */
const formulasWith = (index: SheetIndex, rows: RowPatches): readonly FormulaCell[] => {
  if (rows.size === 0) return index.formulas;
  const contentAt = (row: number, column: number) => rows.get(row)?.cells.get(column)?.content;
  const kept = index.formulas.filter(({ row, column }) => {
    const content = contentAt(row, column);
    return content === undefined || content.kind === 'cached';
  });
  const made: FormulaCell[] = [];
  for (const [row, { cells }] of rows)
    for (const [column, { content }] of cells)
      if (content?.kind === 'formula' || content?.kind === 'unshare')
        made.push({ row, column, text: content.formula, kind: 'plain', group: -1, rect: undefined });
  return [...kept, ...made];
};

type Result = { readonly cached: Cached; readonly differs: boolean };

/** Undefined when anything in the cone is beyond the evaluator: values are stored for all of it or for none. */
const computed = async (edit: BookEdit, book: Workbook, cone: Cone): Promise<Map<GraphFormula, Result> | undefined> => {
  const nodes = new Map<GraphFormula, Node>();
  try {
    for (const formula of cone.formulas) {
      if (formula.cell.rect || !cone.reads.has(formula)) return undefined;
      const node = parseFormula(formulaOf(formula.index, formula.cell));
      if (book.date1904 && usesDates(node)) return undefined;
      nodes.set(formula, node);
    }
    const store = await createValueStore(edit, cone);
    return store && evaluateAll(book, nodes, store);
  } catch (cause) {
    if (cause instanceof Unsupported) return undefined;
    throw cause;
  }
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

/** Thrown when a formula needs others first; all it is seen to need, so that each is asked for once. */
class NeedsFirst extends Error {
  readonly formulas: readonly GraphFormula[];
  constructor(formulas: readonly GraphFormula[]) {
    super('needs others first');
    this.formulas = formulas;
  }
}

const evaluateAll = (
  book: Workbook,
  nodes: ReadonlyMap<GraphFormula, Node>,
  store: ValueStore,
): Map<GraphFormula, Result> => {
  const waiting = new Map<string, GraphFormula>();
  const keyOf = (part: string, row: number, column: number) => `${part}|${placeKey(row, column)}`;
  for (const formula of nodes.keys())
    waiting.set(keyOf(formula.sheet.part, formula.cell.row, formula.cell.column), formula);
  const done = new Map<GraphFormula, Result>();
  const busy = new Set<GraphFormula>();
  const bounds = store.bounds;

  const workplace = ({ sheet, cell }: GraphFormula): Workplace => ({
    row: cell.row,
    column: cell.column,
    locate: (token) => locate(book, sheet, token),
    cell: (part, row, column) => {
      const formula = waiting.get(keyOf(part, row, column));
      if (formula && !done.has(formula)) throw new NeedsFirst([formula]);
      return store.get(part, row, column);
    },
    range: (part, rect) => {
      const used = bounds(part);
      const clipped = { ...rect, bottom: Math.min(rect.bottom, used.bottom), right: Math.min(rect.right, used.right) };
      const [bottom, right] = [Math.max(clipped.top, clipped.bottom), Math.max(clipped.left, clipped.right)];
      if ((bottom - rect.top + 1) * (right - rect.left + 1) > MOST_READ) throw new Unsupported('too large a range');
      const needed: GraphFormula[] = [];
      const rows: Scalar[][] = [];
      for (let row = rect.top; row <= bottom; row++) {
        const line: Scalar[] = [];
        for (let column = rect.left; column <= right; column++) {
          const formula = waiting.get(keyOf(part, row, column));
          if (formula && !done.has(formula)) needed.push(formula);
          else line.push(store.get(part, row, column));
        }
        rows.push(line);
      }
      if (needed.length > 0) throw new NeedsFirst(needed);
      return { rows };
    },
  });

  for (const root of nodes.keys()) {
    const stack = [root];
    for (let formula = stack.at(-1); formula !== undefined; formula = stack.at(-1)) {
      if (done.has(formula)) {
        stack.pop();
        continue;
      }
      busy.add(formula);
      try {
        const node = nodes.get(formula) as Node;
        const value = scalarOf(evaluate(node, workplace(formula)));
        // A formula that gives nothing shows zero.
        const shown: Exclude<Scalar, null> = value === null ? 0 : value;
        const { row, column } = formula.cell;
        const stored = store.get(formula.sheet.part, row, column);
        const cached = isError(shown) ? { error: shown.error } : shown;
        done.set(formula, { cached, differs: !sameScalar(stored, shown) });
        store.set(formula.sheet.part, row, column, shown);
        busy.delete(formula);
        stack.pop();
      } catch (cause) {
        if (!(cause instanceof NeedsFirst)) throw cause;
        for (const needed of cause.formulas) {
          if (busy.has(needed)) throw new Unsupported('a circle of references');
          stack.push(needed);
        }
      }
    }
  }
  return done;
};

const sameScalar = (a: Scalar, b: Scalar): boolean => (isError(a) && isError(b) ? a.error === b.error : a === b);

type Locatable = Extract<Token, { kind: 'ref' | 'name' }>;

const locate = (
  book: Workbook,
  home: SheetInfo,
  token: Locatable,
  depth = 0,
): { sheet: string; rect: Rect } | undefined => {
  if (token.kind === 'ref') {
    const sheet = sheetOf(book, home, token.prefix);
    const rect = rectOf(token, 0, 0);
    return sheet && rect && cellCount(rect) > 0 ? { sheet: sheet.part, rect } : undefined;
  }
  const folded = token.text.toLowerCase();
  const candidates = book.names.filter((it) => it.name.toLowerCase() === folded);
  const found = candidates.find(({ scope }) => scope === home.name) ?? candidates.find(({ scope }) => scope === null);
  const tokens = found && depth < 8 ? lexFormula(found.refersTo) : undefined;
  const [only, ...more] = tokens ?? [];
  if (!only || more.length > 0 || (only.kind !== 'ref' && only.kind !== 'name')) return undefined;
  return locate(book, home, only, depth + 1);
};

const sheetOf = (book: Workbook, home: SheetInfo, prefix: string): SheetInfo | undefined => {
  if (prefix === '') return home;
  const sheets = sheetsOfPrefix(prefix);
  return sheets && sheets[0] === sheets[1] ? sheetNamed(book, sheets[0]) : undefined;
};
