import type { Rect } from '../ref.ts';

export type TableShape = {
  readonly name: string;
  readonly rect: Rect;
  readonly columns: readonly string[];
  readonly headerRows: number;
  readonly totalsRows: number;
};

/**
 * The cells that `Sales[Net]`, `Sales[[#Totals],[Net]:[Gross]]` or `[@Net]` mean, for a formula in a cell.
 * Undefined when a name is not there or the form is not known.
 */
export const tableRect = (
  table: TableShape,
  brackets: string,
  cell: { readonly row: number; readonly column: number } | undefined,
): Rect | undefined => {
  const parts = partsOf(brackets);
  if (!parts) return undefined;
  const rows = rowsOf(table, parts.items, cell);
  const columns = columnsOf(table, parts.columns);
  return rows && columns ? { ...rows, ...columns } : undefined;
};

type Parts = { readonly items: readonly string[]; readonly columns: readonly string[] };

const SIMPLE = /^\[((?:'.|[^[\]'])*)\]$/s;
const PIECE = /\s*(,|:)?\s*\[((?:'.|[^[\]'])*)\]/sy;

const partsOf = (brackets: string): Parts | undefined => {
  if (brackets === '' || brackets === '[]') return { items: [], columns: [] };
  const own = /^\[@(.*)\]$/s.exec(brackets);
  if (own) {
    const inner = own[1] ?? '';
    if (inner === '') return { items: ['#this row'], columns: [] };
    const found = partsOf(inner.startsWith('[') ? (inner.includes(':') ? `[${inner}]` : inner) : `[${inner}]`);
    return found && found.items.length === 0 ? { items: ['#this row'], columns: found.columns } : undefined;
  }
  const simple = SIMPLE.exec(brackets);
  if (simple) return sorted([simple[1] ?? '']);
  const inner = brackets.slice(1, -1).trim();
  const pieces: string[] = [];
  let isSpan = false;
  let at = 0;
  while (at < inner.length) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(inner);
    if (!piece || (at === 0) !== (piece[1] === undefined)) return undefined;
    if (piece[1] === ':') isSpan = true;
    pieces.push(piece[2] ?? '');
    at = PIECE.lastIndex;
    if (inner.slice(at).trim() === '') break;
  }
  const found = sorted(pieces);
  // Several columns without a span, or more than two with one, mean something else.
  return found.columns.length > (isSpan ? 2 : 1) || (isSpan && found.columns.length !== 2) ? undefined : found;
};

const sorted = (pieces: readonly string[]): Parts => ({
  items: pieces.filter((it) => it.startsWith('#')).map((it) => it.toLowerCase()),
  columns: pieces.filter((it) => !it.startsWith('#')).map((it) => it.replace(/'(.)/gs, '$1')),
});

const rowsOf = (
  { rect, headerRows, totalsRows }: TableShape,
  items: readonly string[],
  cell: { readonly row: number } | undefined,
): { top: number; bottom: number } | undefined => {
  const first = rect.top + headerRows;
  const last = rect.bottom - totalsRows;
  if (items.length === 0) return { top: first, bottom: last };
  let span: { top: number; bottom: number } | undefined;
  for (const item of items) {
    const rows =
      item === '#all'
        ? { top: rect.top, bottom: rect.bottom }
        : item === '#data'
          ? { top: first, bottom: last }
          : item === '#headers' && headerRows > 0
            ? { top: rect.top, bottom: rect.top }
            : item === '#totals' && totalsRows > 0
              ? { top: rect.bottom, bottom: rect.bottom }
              : item === '#this row' && cell && cell.row >= first && cell.row <= last
                ? { top: cell.row, bottom: cell.row }
                : undefined;
    if (!rows) return undefined;
    span = span ? { top: Math.min(span.top, rows.top), bottom: Math.max(span.bottom, rows.bottom) } : rows;
  }
  return span;
};

const columnsOf = (
  { rect, columns }: TableShape,
  names: readonly string[],
): { left: number; right: number } | undefined => {
  if (names.length === 0) return { left: rect.left, right: rect.right };
  const places = names.map((name) => columns.findIndex((it) => it.toLowerCase() === name.toLowerCase()));
  if (places.some((it) => it < 0)) return undefined;
  return { left: rect.left + Math.min(...places), right: rect.left + Math.max(...places) };
};
