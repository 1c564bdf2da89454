import { refusal } from '../tools/errors.ts';
import type { ColumnPairs, Grid } from './table-columns.ts';

const likelyKey = /(^|[^a-z])(id|code|sku|key|number|nr|no)($|[^a-z])/i;

/** The columns a caller names as the key, which must be on both sides; undefined when none is named. */
export const wishedKey = ({ header }: Grid, { pairs }: ColumnPairs, wished: unknown): readonly number[] | undefined => {
  if (!Array.isArray(wished) && typeof wished !== 'string') return undefined;
  const known = new Map(pairs);
  const columns = (Array.isArray(wished) ? wished : [wished]).map((name) => header.indexOf(String(name)));
  if (columns.some((at) => at === -1 || !known.has(at))) {
    throw refusal('VALIDATION_FAILED', 'unknown_column', 'The key names a column that is not on both sides.', {
      candidates: header.slice(0, 50),
    });
  }
  return columns;
};

/** The first column, or combination of up to three, that tells rows apart; names that sound like a key come first. */
export const findKey = async (
  { header }: Grid,
  { pairs }: ColumnPairs,
  isKey: (columns: readonly number[]) => boolean | Promise<boolean>,
): Promise<readonly number[] | undefined> => {
  const shared = pairs.map(([old]) => old);
  const preferred = shared.filter((at) => likelyKey.test(header[at] ?? ''));
  for (const at of [...preferred, ...shared.filter((column) => column === 0)]) if (await isKey([at])) return [at];
  const few = shared.slice(0, 6);
  for (const a of few) for (const b of few) if (a < b && (await isKey([a, b]))) return [a, b];
  for (const a of few)
    for (const b of few) for (const c of few) if (a < b && b < c && (await isKey([a, b, c]))) return [a, b, c];
  return undefined;
};

/** Length of the longest run of numbers that rises, not necessarily without gaps. */
export const longestRise = (order: ArrayLike<number>): number => {
  const tails: number[] = [];
  for (let at = 0; at < order.length; at++) {
    const value = order[at] as number;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    tails[low] = value;
  }
  return tails.length;
};
