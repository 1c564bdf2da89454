import { type Corner, lexFormula, type Token } from '../../formula/lexer.ts';
import { rewriteReferences, sheetsOfPrefix } from '../../formula/rewrite.ts';
import { MAX_COL, MAX_ROW, type Rect } from '../../ref.ts';

/** Rows or columns inserted before `at`, or deleted from `at` on. */
export type Shift = {
  readonly axis: 'row' | 'column';
  readonly at: number;
  readonly count: number;
  readonly kind: 'insert' | 'delete';
};

/** Where one row or column goes; undefined when it is deleted. */
export const movedIndex = ({ at, count, kind }: Shift, index: number): number | undefined => {
  if (index < at) return index;
  if (kind === 'insert') return index + count;
  return index < at + count ? undefined : index - count;
};

/** Where a span goes: an insertion inside stretches it, a deletion inside shrinks it. */
export const movedSpan = (shift: Shift, from: number, to: number): readonly [number, number] | undefined => {
  const { at, count, kind } = shift;
  if (kind === 'insert') return [from >= at ? from + count : from, to >= at ? to + count : to];
  const last = at + count - 1;
  if (from >= at && to <= last) return undefined;
  const start = from < at ? from : from <= last ? at : from - count;
  const end = to < at ? to : to <= last ? at - 1 : to - count;
  return [start, end];
};

export const movedRect = (shift: Shift, rect: Rect): Rect | undefined => {
  const rows = shift.axis === 'row';
  const span = rows ? movedSpan(shift, rect.top, rect.bottom) : movedSpan(shift, rect.left, rect.right);
  if (!span) return undefined;
  const edge = rows ? MAX_ROW : MAX_COL;
  if (span[0] > edge) return undefined;
  const [from, to] = [span[0], Math.min(span[1], edge)];
  return rows ? { ...rect, top: from, bottom: to } : { ...rect, left: from, right: to };
};

type Reference = Extract<Token, { kind: 'ref' }>;

/** A formula after the shift: `isHere` tells whether a prefix (or none) names the sheet that is shifted. */
export const shiftedFormula = (formula: string, shift: Shift, isHere: (prefix: string) => boolean): string =>
  rewriteReferences(formula, (token) => (isHere(token.prefix) ? shiftedReference(token, shift) : token));

const shiftedReference = (token: Reference, shift: Shift): Reference | null => {
  const part = shift.axis;
  const { from, to } = token;
  // A whole row or column is not bound along the axis it leaves open.
  if (from[part] === 0) return token;
  const edge = part === 'row' ? MAX_ROW : MAX_COL;
  if (to === undefined) {
    const moved = movedIndex(shift, from[part]);
    return moved === undefined || moved > edge
      ? null
      : moved === from[part]
        ? token
        : { ...token, from: { ...from, [part]: moved } };
  }
  const [low, high] = from[part] <= to[part] ? [from, to] : [to, from];
  // A span that reaches the edge of the grid stays there.
  const span = movedSpan(shift, low[part], high[part]);
  if (!span || span[0] > edge) return null;
  const end = high[part] === edge ? edge : Math.min(span[1], edge);
  if (span[0] === low[part] && end === high[part]) return token;
  const set = (corner: Corner, value: number): Corner => ({ ...corner, [part]: value });
  return low === from
    ? { ...token, from: set(from, span[0]), to: set(to, end) }
    : { ...token, from: set(from, end), to: set(to, span[0]) };
};

/** Whether a prefix as written names a sheet; `home` is the sheet the formula stands on. */
export const namesSheet =
  (sheet: string, home: string | null) =>
  (prefix: string): boolean => {
    if (prefix === '') return home !== null && home.toLowerCase() === sheet.toLowerCase();
    const sheets = sheetsOfPrefix(prefix);
    return sheets !== undefined && sheets[0] === sheets[1] && sheets[0].toLowerCase() === sheet.toLowerCase();
  };

/**
 * Whether a shift may change the value of a formula: a reference grew, shrank or was lost, or the formula asks where
 * it stands. References that merely follow their cells leave the value as it is.
 */
export const mayChangeValue = (before: string, after: string): boolean => {
  if (/(?<![\p{L}\p{N}_.])(?:ROW|COLUMN|CELL)\(/iu.test(before)) return true;
  if (before === after) return false;
  const sizes = (formula: string) =>
    (lexFormula(formula) ?? []).flatMap((token) =>
      token.kind === 'ref'
        ? [`${(token.to ?? token.from).row - token.from.row},${(token.to ?? token.from).column - token.from.column}`]
        : [],
    );
  return sizes(before).join(' ') !== sizes(after).join(' ');
};
