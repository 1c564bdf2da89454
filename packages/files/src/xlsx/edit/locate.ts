import { lexFormula, type Token } from '../formula/lexer.ts';
import { isOwnWorkbook, moveFormula, sheetsOfPrefix } from '../formula/rewrite.ts';
import { tableRect } from '../formula/table-reference.ts';
import { contains, MAX_COL, MAX_ROW, normalRect, type Rect } from '../ref.ts';
import type { TableInfo } from '../tables.ts';
import { type DefinedName, type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';

/** A rectangle on a sheet. */
export type Place = { readonly part: string; readonly rect: Rect };
/** The cell a formula stands in: what `[@Net]` and relative names depend on. */
export type Home = { readonly sheet: SheetInfo; readonly row: number; readonly column: number };
type PlaceToken = Extract<Token, { kind: 'ref' | 'name' | 'structured' }>;

/** Finds what references, names and table columns of a workbook mean. */
export interface Locator {
  /** Undefined for other workbooks, several sheets, and names that are formulas. */
  readonly place: (home: Home, token: PlaceToken) => Place | undefined;
  /** The formula behind a name, as it reads in a cell. */
  readonly definition: (home: Home, token: PlaceToken) => string | undefined;
}

const DEEPEST = 8;

export const createLocator = (book: Workbook): Locator => {
  const names = Map.groupBy(book.names, ({ name }) => name.toLowerCase());
  const tables = new Map<string, { sheet: SheetInfo; table: TableInfo }>();
  for (const sheet of book.sheets)
    for (const table of sheet.tables) tables.set(table.name.toLowerCase(), { sheet, table });

  const nameOf = (home: Home, token: Extract<Token, { kind: 'name' }>): DefinedName | undefined => {
    const known = names.get(token.text.toLowerCase()) ?? [];
    const isOwn = token.prefix === '' || isOwnWorkbook(token.prefix);
    const sheets = isOwn ? undefined : sheetsOfPrefix(token.prefix);
    if (!isOwn && !sheets) return undefined;
    const scope = sheets ? sheetNamed(book, sheets[0])?.name : home.sheet.name;
    return known.find((it) => it.scope === scope) ?? known.find((it) => it.scope === null);
  };
  const tablePlace = (home: Home, name: string, brackets: string): Place | undefined => {
    const own = home.sheet.tables.find(({ rect }) => contains(rect, home.row, home.column));
    const found = name === '' ? own && { sheet: home.sheet, table: own } : tables.get(name.toLowerCase());
    const rect = found && tableRect(found.table, brackets, found.sheet.part === home.sheet.part ? home : undefined);
    return found && rect && rect.top <= rect.bottom ? { part: found.sheet.part, rect } : undefined;
  };
  const place = (home: Home, token: PlaceToken, isRelative: boolean, depth: number): Place | undefined => {
    if (token.kind === 'structured') return tablePlace(home, token.table, token.text.slice(token.table.length));
    if (token.kind === 'ref') {
      const sheet = sheetOf(book, home.sheet, token.prefix);
      const rect = isRelative ? wrapped(token, home.row - 1, home.column - 1) : rectOf(token, 0, 0);
      return sheet && rect ? { part: sheet.part, rect } : undefined;
    }
    const found = nameOf(home, token);
    if (!found) return token.prefix === '' ? tablePlace(home, token.text, '') : undefined;
    const [only, ...more] = (depth < DEEPEST && lexFormula(found.refersTo)) || [];
    if (!only || more.length > 0 || (only.kind !== 'ref' && only.kind !== 'name' && only.kind !== 'structured'))
      return undefined;
    return place(home, only, true, depth + 1);
  };
  return {
    place: (home, token) => place(home, token, false, 0),
    definition: (home, token) => {
      const found = token.kind === 'name' ? nameOf(home, token) : undefined;
      const moved = found && moveFormula(found.refersTo, home.row - 1, home.column - 1);
      // A relative reference that would leave the grid comes back in from the other side; such names are left alone.
      return moved?.includes('#REF!') ? undefined : moved;
    },
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

/** Relative references of names are written for A1 and go round the edges of the grid. */
const wrapped = (token: Extract<Token, { kind: 'ref' }>, down: number, across: number): Rect => {
  const { from } = token;
  const to = token.to ?? from;
  const row = (it: typeof from, open: number) =>
    it.row === 0 ? open : it.absoluteRow ? it.row : ((it.row - 1 + down) % MAX_ROW) + 1;
  const column = (it: typeof from, open: number) =>
    it.column === 0 ? open : it.absoluteColumn ? it.column : ((it.column - 1 + across) % MAX_COL) + 1;
  return normalRect(row(from, 1), column(from, 1), row(to, MAX_ROW), column(to, MAX_COL));
};

const sheetOf = (book: Workbook, home: SheetInfo, prefix: string): SheetInfo | undefined => {
  if (prefix === '') return home;
  const sheets = sheetsOfPrefix(prefix);
  return sheets && sheets[0] === sheets[1] ? sheetNamed(book, sheets[0]) : undefined;
};
