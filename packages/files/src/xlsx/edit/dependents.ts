import { lexFormula, type Token } from '../formula/lexer.ts';
import { isOwnWorkbook, sheetsOfPrefix } from '../formula/rewrite.ts';
import { cellCount, parseCell, type Rect } from '../ref.ts';
import { type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';
import { createLocator, type Home, type Place, rectOf } from './locate.ts';
import { type FormulaCell, placeKey, type SheetIndex } from './sheet-index.ts';

export type GraphFormula = { readonly sheet: SheetInfo; readonly index: SheetIndex; readonly cell: FormulaCell };

/** What a formula reads. Volatile: its value may change although nothing it names did, or what it reads cannot be told. */
export type Reading = { readonly places: readonly Place[]; readonly isVolatile: boolean };

const VOLATILE = /^(?:_xlfn\.)?(?:INDIRECT|OFFSET|NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|CELL|INFO)$/i;
const REACHES_FURTHER = /^(?:SUMIF|AVERAGEIF)$/i;
/** References of more cells than this are kept as ranges instead of cell by cell. */
const SMALL = 16;

export const createReader = (book: Workbook) => {
  const locator = createLocator(book);
  const known = new Map<string, Token[] | undefined>();
  const lexed = (text: string): Token[] | undefined => {
    if (known.has(text)) return known.get(text);
    const tokens = lexFormula(text);
    if (known.size < 100_000) known.set(text, tokens);
    return tokens;
  };

  const readingOf = (tokens: readonly Token[], home: Home, down: number, across: number, depth: number): Reading => {
    const places: Place[] = [];
    let isVolatile = false;
    for (const [index, token] of tokens.entries()) {
      if (token.kind === 'function') {
        if (VOLATILE.test(token.text)) isVolatile = true;
        if (REACHES_FURTHER.test(token.text)) {
          const further = furtherReach(tokens, index, (it) => referenced(it, home, down, across));
          if (further === undefined) isVolatile = true;
          else places.push(...further);
        }
      } else if (token.kind === 'ref') places.push(...referenced(token, home, down, across));
      else if (token.kind === 'structured' || token.kind === 'name') {
        const folded = token.kind === 'name' ? token.text.toLowerCase() : '';
        if (folded === 'true' || folded === 'false') continue;
        const place = locator.place(home, token);
        if (place) places.push(place);
        else if (token.kind === 'structured') isVolatile = true;
        else {
          const definition = depth > 8 ? undefined : locator.definition(home, token);
          const inner = definition === undefined ? undefined : lexed(definition);
          if (inner) {
            const reading = readingOf(inner, home, 0, 0, depth + 1);
            places.push(...reading.places);
            isVolatile ||= reading.isVolatile;
          } else if (definition !== undefined || isOwn(token.prefix)) isVolatile = true;
        }
      }
    }
    return { places, isVolatile };
  };
  const referenced = (token: Reference, home: Home, down: number, across: number): Place[] => {
    const rect = rectOf(token, down, across);
    return rect ? partsOf(book, token.prefix, home.sheet).map((part) => ({ part, rect })) : [];
  };

  return (formula: GraphFormula): Reading => {
    const { sheet, index, cell } = formula;
    const home = { sheet, row: cell.row, column: cell.column };
    if (cell.kind === 'table') return { places: tableReads(formula), isVolatile: false };
    const master = cell.kind === 'shared' && cell.text === '' ? index.masters.get(cell.group) : undefined;
    const tokens = lexed(master?.text ?? cell.text);
    if (!tokens) return { places: [], isVolatile: true };
    return readingOf(tokens, home, master ? cell.row - master.row : 0, master ? cell.column - master.column : 0, 0);
  };
};

type Reference = Extract<Token, { kind: 'ref' }>;

/** A name that is not there may stand for anything of this workbook; one of another workbook stands for nothing here. */
const isOwn = (prefix: string): boolean => isOwnWorkbook(prefix);

/** A data table reads the cells it fills its values into, the row above and the column beside it. */
const tableReads = ({ sheet, cell: { rect, inputs } }: GraphFormula): Place[] => {
  const around = rect && { ...rect, top: Math.max(1, rect.top - 1), left: Math.max(1, rect.left - 1) };
  const cells = inputs.flatMap((ref) => {
    const cell = parseCell(ref);
    return cell ? [{ top: cell.row, left: cell.column, bottom: cell.row, right: cell.column }] : [];
  });
  return [...(around ? [around] : []), ...cells].map((it) => ({ part: sheet.part, rect: it }));
};

/** SUMIF adds up as many cells as it tests, whatever the range it was given says. Undefined when that cannot be told. */
const furtherReach = (
  tokens: readonly Token[],
  index: number,
  placesOf: (token: Reference) => Place[],
): Place[] | undefined => {
  const args: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(index + 1)) {
    if (token.kind === 'mark' && (token.text === '(' || token.text === '{')) depth++;
    if (token.kind === 'mark' && (token.text === ')' || token.text === '}') && --depth === 0) break;
    if (token.kind === 'mark' && token.text === ',' && depth === 1) args.push([]);
    else if (token.kind !== 'space' && !(depth === 1 && token.kind === 'mark' && token.text === '('))
      args.at(-1)?.push(token);
  }
  const [tested, , added] = args;
  if (!added || added.length === 0) return [];
  const [a, b] = [tested?.length === 1 ? tested[0] : undefined, added.length === 1 ? added[0] : undefined];
  if (a?.kind !== 'ref' || b?.kind !== 'ref') {
    // Names and table columns nearly always have the same length; others are looked at whenever anything changes.
    return a?.kind === 'structured' && b?.kind === 'structured' ? [] : undefined;
  }
  const [size] = placesOf(a);
  if (!size) return undefined;
  return placesOf(b).map(({ part, rect: { top, left } }) => ({
    part,
    rect: {
      top,
      left,
      bottom: Math.min(1_048_576, top + size.rect.bottom - size.rect.top),
      right: Math.min(16_384, left + size.rect.right - size.rect.left),
    },
  }));
};

const partsOf = (book: Workbook, prefix: string, home: SheetInfo): string[] => {
  if (prefix === '') return [home.part];
  const sheets = sheetsOfPrefix(prefix);
  const [first, last] = sheets ? sheets.map((name) => sheetNamed(book, name)) : [];
  if (!first || !last) return [];
  return book.sheets.filter(({ index }) => index >= first.index && index <= last.index).map(({ part }) => part);
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
    const { places, isVolatile } = read(formula);
    if (isVolatile) always.push(formula);
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
