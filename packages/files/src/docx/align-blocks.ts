import { align, createInterner, type Block as Region } from '../review/align.ts';
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
  const moving = movingBlocks(before, after, blocks);
  for (const region of blocks) {
    same(region.oldFrom);
    pairs.push(...pairRegion(before, after, region, moving));
    [left, right] = [region.oldTo, region.newTo];
  }
  same(before.length);
  return withMoves(pairs, before, after);
};

/** Blocks that went from one place and came to another as they were. */
type Moving = { readonly left: ReadonlySet<number>; readonly right: ReadonlySet<number> };

/** Shorter texts stand in many places: there a word was put for another, and nothing moved. */
const longEnough = 20;

/** They are found before anything is paired by likeness: what stands in their old place now is no change of them. */
const movingBlocks = (before: readonly Sided[], after: readonly Sided[], regions: readonly Region[]): Moving => {
  const left = regions
    .flatMap(({ oldFrom, oldTo }) => range(oldFrom, oldTo))
    .filter((at) => textAt(before, at).length >= longEnough);
  const takeGone = inTurn(before, left);
  const moving = { left: new Set<number>(), right: new Set<number>() };
  for (const { newFrom, newTo } of regions)
    for (let at = newFrom; at < newTo; at += 1) {
      const from = takeGone(after[at]?.source);
      if (from === undefined) continue;
      moving.left.add(from);
      moving.right.add(at);
    }
  return moving;
};

const textAt = (side: readonly Sided[], at: number): string => {
  const found = side[at];
  return found ? blockText(found.block).trim() : '';
};

/** Gives the places of a source one after another, each once. */
const inTurn = (side: readonly Sided[], places: readonly number[]): ((source?: string) => number | undefined) => {
  const bySource = Map.groupBy(places, (at) => side[at]?.source);
  const used = new Map<string, number>();
  return (source = '') => {
    const turn = used.get(source) ?? 0;
    used.set(source, turn + 1);
    return bySource.get(source)?.[turn];
  };
};

/** Inside a region that differs, blocks that say nearly the same are one changed block; the rest came or went. */
const pairRegion = (
  before: readonly Sided[],
  after: readonly Sided[],
  { oldFrom, oldTo, newFrom, newTo }: Region,
  moving: Moving,
): Pair[] => {
  const pairs: Pair[] = [];
  const free = range(newFrom, newTo).filter((at) => !moving.right.has(at));
  const staying = range(oldFrom, oldTo).filter((at) => !moving.left.has(at)).length;
  let [right, next, tried] = [newFrom, 0, 0];
  for (let left = oldFrom; left < oldTo; left += 1) {
    while (next < free.length && (free[next] as number) < right) next += 1;
    const isOnly = staying - tried === 1 && free.length - next === 1;
    const ahead = free.slice(next, next + farthest);
    const match = moving.left.has(left) ? undefined : bestMatch(before[left], after, ahead, isOnly);
    if (!moving.left.has(left)) tried += 1;
    if (match === undefined) {
      pairs.push({ status: 'removed', before: left, after: null });
      continue;
    }
    for (; right < match; right += 1) pairs.push({ status: 'added', before: null, after: right });
    pairs.push({ status: 'changed', before: left, after: match });
    right = match + 1;
  }
  for (; right < newTo; right += 1) pairs.push({ status: 'added', before: null, after: right });
  return pairs;
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** How many blocks ahead one is looked for. */
const farthest = 12;

/** Looks a few blocks ahead; one block against one block of the same kind is a change however different the words. */
const bestMatch = (
  block: Sided | undefined,
  after: readonly Sided[],
  ahead: readonly number[],
  isOnly: boolean,
): number | undefined => {
  if (!block) return undefined;
  const [only] = ahead;
  if (isOnly && only !== undefined && after[only]?.block.kind === block.block.kind) return only;
  for (const at of ahead) {
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
  const left = pairs.flatMap((pair) => (pair.status === 'removed' ? [pair.before] : []));
  const takeGone = inTurn(
    before,
    left.filter((at) => textAt(before, at) !== ''),
  );
  const twinOfAfter = new Map<number, number>();
  for (const pair of pairs) {
    if (pair.status !== 'added') continue;
    const from = takeGone(after[pair.after]?.source);
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
