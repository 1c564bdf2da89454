import { lexFormula, type Token } from '../formula/lexer.ts';
import { sheetsOfPrefix } from '../formula/rewrite.ts';
import { cellCount, MAX_COL, MAX_ROW, normalRect, type Rect } from '../ref.ts';
import { type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';
import { type FormulaCell, placeKey, type SheetIndex } from './sheet-index.ts';

/** A rectangle on a sheet. */
export type Place = { readonly part: string; readonly rect: Rect };

export type GraphFormula = { readonly sheet: SheetInfo; readonly index: SheetIndex; readonly cell: FormulaCell };

/** Functions whose value may change although nothing they name did. */
const VOLATILE = /^(?:_xlfn\.)?(?:INDIRECT|OFFSET|NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|CELL|INFO)$/i;
/** References of more cells than this are kept as ranges instead of cell by cell. */
const SMALL = 16;

/** What a formula reads; `everything` when that cannot be told from its text. */
export const createReader = (book: Workbook) => {
  const known = new Map<string, Token[] | undefined>();
  const lexed = (text: string): Token[] | undefined => {
    if (known.has(text)) return known.get(text);
    const tokens = lexFormula(text);
    if (known.size < 100_000) known.set(text, tokens);
    return tokens;
  };

  const placesOf = (
    tokens: readonly Token[],
    home: SheetInfo,
    cell: { row: number; column: number },
    down: number,
    across: number,
    depth = 0,
  ): Place[] | 'everything' => {
    const places: Place[] = [];
    for (const token of tokens) {
      if (token.kind === 'function' && VOLATILE.test(token.text)) return 'everything';
      if (token.kind === 'ref') {
        const rect = rectOf(token, down, across);
        for (const part of partsOf(book, token.prefix, home)) if (rect) places.push({ part, rect });
      } else if (token.kind === 'name') {
        if (token.prefix !== '' && !sheetsOfPrefix(token.prefix)) continue;
        const found = namedPlaces(token.text, home, depth);
        if (found === 'everything') return found;
        places.push(...found);
      } else if (token.kind === 'structured') {
        const found = tablePlace(book, token.table, home, cell);
        if (!found) return 'everything';
        places.push(found);
      }
    }
    return places;
  };
  const namedPlaces = (name: string, home: SheetInfo, depth: number): Place[] | 'everything' => {
    const folded = name.toLowerCase();
    if (folded === 'true' || folded === 'false') return [];
    const table = tablePlace(book, name, home, undefined);
    if (table) return [table];
    const candidates = book.names.filter((it) => it.name.toLowerCase() === folded);
    const found = candidates.find(({ scope }) => scope === home.name) ?? candidates.find(({ scope }) => scope === null);
    if (!found) return [];
    const tokens = depth > 8 ? undefined : lexed(found.refersTo);
    return tokens ? placesOf(tokens, home, { row: 1, column: 1 }, 0, 0, depth + 1) : 'everything';
  };

  return ({ sheet, index, cell }: GraphFormula): Place[] | 'everything' => {
    const master = cell.kind === 'shared' && cell.text === '' ? index.masters.get(cell.group) : undefined;
    const tokens = lexed(master?.text ?? cell.text);
    if (!tokens) return 'everything';
    return placesOf(tokens, sheet, cell, master ? cell.row - master.row : 0, master ? cell.column - master.column : 0);
  };
};

/** The rectangle a reference means in a cell so far from where it was written. */
export const rectOf = (token: Extract<Token, { kind: 'ref' }>, down: number, across: number): Rect | undefined => {
  const { from } = token;
  const to = token.to ?? from;
  const row = (it: typeof from, open: number) => (it.row === 0 ? open : it.absoluteRow ? it.row : it.row + down);
  const column = (it: typeof from, open: number) =>
    it.column === 0 ? open : it.absoluteColumn ? it.column : it.column + across;
  const rect = normalRect(row(from, 1), column(from, 1), row(to, MAX_ROW), column(to, MAX_COL));
  return rect.top >= 1 && rect.left >= 1 && rect.bottom <= MAX_ROW && rect.right <= MAX_COL ? rect : undefined;
};

const partsOf = (book: Workbook, prefix: string, home: SheetInfo): string[] => {
  if (prefix === '') return [home.part];
  const sheets = sheetsOfPrefix(prefix);
  const [first, last] = sheets ? sheets.map((name) => sheetNamed(book, name)) : [];
  if (!first || !last) return [];
  return book.sheets.filter(({ index }) => index >= first.index && index <= last.index).map(({ part }) => part);
};

const tablePlace = (
  book: Workbook,
  name: string,
  home: SheetInfo,
  cell: { row: number; column: number } | undefined,
): Place | undefined => {
  for (const sheet of book.sheets)
    for (const table of sheet.tables) {
      const own =
        name === '' && cell && sheet.part === home.part && table.rect.top <= cell.row && table.rect.bottom >= cell.row;
      if (own || (name !== '' && table.name.toLowerCase() === name.toLowerCase()))
        return { part: sheet.part, rect: table.rect };
    }
  return undefined;
};

export type Cone = {
  readonly formulas: readonly GraphFormula[];
  readonly reads: ReadonlyMap<GraphFormula, readonly Place[]>;
};

type Cells = ReadonlyMap<string, ReadonlyMap<number, { readonly row: number; readonly column: number }>>;

/** Every formula whose value may have changed because these cells did, the formulas among them included. */
export const coneOf = (book: Workbook, all: readonly GraphFormula[], dirty: Cells): Cone => {
  const read = createReader(book);
  const reads = new Map<GraphFormula, readonly Place[]>();
  const byCell = new Map<string, Map<number, GraphFormula[]>>();
  const byRange = new Map<string, Map<string, { rect: Rect; formulas: GraphFormula[] }>>();
  const at = new Map<string, Map<number, GraphFormula>>();
  const always: GraphFormula[] = [];
  for (const formula of all) {
    nested(at, formula.sheet.part).set(placeKey(formula.cell.row, formula.cell.column), formula);
    const places = read(formula);
    if (places === 'everything') {
      always.push(formula);
      continue;
    }
    reads.set(formula, places);
    for (const { part, rect } of places) {
      if (cellCount(rect) > SMALL) {
        const ranges = nested(byRange, part);
        const key = `${rect.top},${rect.left},${rect.bottom},${rect.right}`;
        const known = ranges.get(key) ?? { rect, formulas: [] };
        known.formulas.push(formula);
        ranges.set(key, known);
        continue;
      }
      const cells = nested(byCell, part);
      for (let row = rect.top; row <= rect.bottom; row++)
        for (let column = rect.left; column <= rect.right; column++) {
          const key = placeKey(row, column);
          const list = cells.get(key);
          if (list) list.push(formula);
          else cells.set(key, [formula]);
        }
    }
  }
  const cone = new Set<GraphFormula>();
  const queue: { part: string; row: number; column: number }[] = [];
  const reach = (formula: GraphFormula): void => {
    if (cone.has(formula)) return;
    cone.add(formula);
    const { rect, row, column } = formula.cell;
    const filled = rect ?? { top: row, left: column, bottom: row, right: column };
    for (let r = filled.top; r <= filled.bottom; r++)
      for (let c = filled.left; c <= filled.right; c++) queue.push({ part: formula.sheet.part, row: r, column: c });
  };
  for (const [part, cells] of dirty) for (const { row, column } of cells.values()) queue.push({ part, row, column });
  if (queue.length > 0) for (const formula of always) reach(formula);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { part, row, column } = next;
    const key = placeKey(row, column);
    const own = at.get(part)?.get(key);
    if (own) reach(own);
    for (const formula of byCell.get(part)?.get(key) ?? []) reach(formula);
    const ranges = byRange.get(part);
    if (!ranges) continue;
    for (const [name, { rect, formulas }] of ranges) {
      if (row < rect.top || row > rect.bottom || column < rect.left || column > rect.right) continue;
      // Once reached, a range need not be looked at again.
      ranges.delete(name);
      for (const formula of formulas) reach(formula);
    }
  }
  return { formulas: [...cone], reads };
};

const nested = <K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> => {
  const known = maps.get(key) ?? new Map<K, V>();
  maps.set(key, known);
  return known;
};
