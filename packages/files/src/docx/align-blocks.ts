import { align, createInterner } from '../review/align.ts';
import { type Block, blockText } from './blocks.ts';

/** How the blocks of two documents go together, in reading order. */
export type Pair =
  | { readonly status: 'same' | 'changed'; readonly before: number; readonly after: number }
  | { readonly status: 'added'; readonly before: null; readonly after: number }
  | { readonly status: 'removed'; readonly before: number; readonly after: null }
  /** Stands twice: where it was (`after` null) and where it is (`before` null); `twin` names the other place. */
  | { readonly status: 'moved'; readonly before: number; readonly after: null; readonly twin: number }
  | { readonly status: 'moved'; readonly before: null; readonly after: number; readonly twin: number };

export type Sided = { readonly block: Block; readonly source: string };

const alike = 0.5;

export const alignBlocks = (before: readonly Sided[], after: readonly Sided[]): Pair[] => {
  const pairs: Pair[] = [];
  let [left, right] = [0, 0];
  const same = (to: number) => {
    for (; left < to; left += 1, right += 1) pairs.push({ status: 'same', before: left, after: right });
  };
  const number = createInterner();
  const numbers = (side: readonly Sided[]) => Int32Array.from(side, ({ source }) => number(source));
  const { blocks } = align(numbers(before), numbers(after));
  for (const { oldFrom: fromLeft, oldTo: toLeft, newFrom: fromRight, newTo: toRight } of blocks) {
    same(fromLeft);
    pairs.push(...pairRegion(before, after, fromLeft, toLeft, fromRight, toRight));
    [left, right] = [toLeft, toRight];
  }
  same(before.length);
  return withMoves(pairs, before, after);
};

/** Inside a region that differs, blocks that say nearly the same are one changed block; the rest came or went. */
const pairRegion = (
  before: readonly Sided[],
  after: readonly Sided[],
  fromLeft: number,
  toLeft: number,
  fromRight: number,
  toRight: number,
): Pair[] => {
  const pairs: Pair[] = [];
  let right = fromRight;
  for (let left = fromLeft; left < toLeft; left += 1) {
    const match = bestMatch(before[left], after, right, toRight, toLeft - left);
    if (match === undefined) {
      pairs.push({ status: 'removed', before: left, after: null });
      continue;
    }
    for (; right < match; right += 1) pairs.push({ status: 'added', before: null, after: right });
    pairs.push({ status: 'changed', before: left, after: match });
    right = match + 1;
  }
  for (; right < toRight; right += 1) pairs.push({ status: 'added', before: null, after: right });
  return pairs;
};

/** Looks a few blocks ahead; one block against one block of the same kind is a change however different the words. */
const bestMatch = (
  block: Sided | undefined,
  after: readonly Sided[],
  from: number,
  to: number,
  left: number,
): number | undefined => {
  if (!block) return undefined;
  if (left === 1 && to - from === 1 && after[from]?.block.kind === block.block.kind) return from;
  for (let at = from; at < Math.min(to, from + 12); at += 1) {
    const other = after[at];
    if (
      other &&
      other.block.kind === block.block.kind &&
      likeness(blockText(block.block), blockText(other.block)) >= alike
    )
      return at;
  }
  return undefined;
};

/** Share of words both texts have; two empty texts are alike. */
export const likeness = (a: string, b: string): number => {
  if (a === b) return 1;
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [left, right] = [words(a), words(b)];
  if (left.length + right.length === 0) return a.trim() === b.trim() ? 1 : 0;
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count > 0) {
      shared += 1;
      counts.set(word, count - 1);
    }
  }
  return (2 * shared) / (left.length + right.length);
};

/** A block that went here and came there, unaltered, moved. Empty paragraphs are everywhere and move nowhere. */
const withMoves = (pairs: readonly Pair[], before: readonly Sided[], after: readonly Sided[]): Pair[] => {
  const gone = new Map<string, number[]>();
  for (const pair of pairs) {
    if (pair.status !== 'removed') continue;
    const side = before[pair.before];
    if (side && blockText(side.block).trim() !== '')
      gone.set(side.source, [...(gone.get(side.source) ?? []), pair.before]);
  }
  const twinOfAfter = new Map<number, number>();
  for (const pair of pairs) {
    if (pair.status !== 'added') continue;
    const from = gone.get(after[pair.after]?.source ?? '')?.shift();
    if (from !== undefined) twinOfAfter.set(pair.after, from);
  }
  const twinOfBefore = new Map([...twinOfAfter].map(([to, from]) => [from, to]));
  return pairs.map((pair): Pair => {
    if (pair.status === 'added' && twinOfAfter.has(pair.after)) {
      return { status: 'moved', before: null, after: pair.after, twin: twinOfAfter.get(pair.after) ?? 0 };
    }
    if (pair.status === 'removed' && twinOfBefore.has(pair.before)) {
      return { status: 'moved', before: pair.before, after: null, twin: twinOfBefore.get(pair.before) ?? 0 };
    }
    return pair;
  });
};
