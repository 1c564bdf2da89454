import { diff as myers } from 'fast-myers-diff';

/** Units `from…to` of one side stand where units `from…to` of the other stood. */
export type Block = { readonly oldFrom: number; readonly oldTo: number; readonly newFrom: number; readonly newTo: number };
export type Alignment = { readonly blocks: readonly Block[]; readonly approximate: boolean };

/** Beyond this many comparisons a stretch without anchors is shown as replaced; a clock would not give the same answer twice. */
const mostWork = 16_000_000;

/**
 * What changed between two lists of numbers that stand for lines, records or rows. Units that occur once on both
 * sides anchor the alignment, as in patience diff; the stretches between anchors are small and compared exactly.
 */
export const align = (before: Int32Array, after: Int32Array): Alignment => {
  const blocks: Block[] = [];
  let approximate = false;
  const compare = (oldFrom: number, oldTo: number, newFrom: number, newTo: number, depth: number): void => {
    let [a, b, x, y] = [oldFrom, newFrom, oldTo, newTo];
    while (a < x && b < y && before[a] === after[b]) [a, b] = [a + 1, b + 1];
    while (x > a && y > b && before[x - 1] === after[y - 1]) [x, y] = [x - 1, y - 1];
    if (a === x && b === y) return;
    if (a === x || b === y) {
      push(blocks, { oldFrom: a, oldTo: x, newFrom: b, newTo: y });
      return;
    }
    const anchors = depth > 40 ? [] : anchorsOf(before, after, a, x, b, y);
    if (anchors.length > 0) {
      let [oldAt, newAt] = [a, b];
      for (const [oldAnchor, newAnchor] of anchors) {
        compare(oldAt, oldAnchor, newAt, newAnchor, depth + 1);
        [oldAt, newAt] = [oldAnchor + 1, newAnchor + 1];
      }
      compare(oldAt, x, newAt, y, depth + 1);
      return;
    }
    if ((x - a) * (y - b) > mostWork) {
      approximate = true;
      push(blocks, { oldFrom: a, oldTo: x, newFrom: b, newTo: y });
      return;
    }
    for (const [oldA, oldB, newA, newB] of myers(before.subarray(a, x), after.subarray(b, y))) {
      push(blocks, { oldFrom: a + oldA, oldTo: a + oldB, newFrom: b + newA, newTo: b + newB });
    }
  };
  compare(0, before.length, 0, after.length, 0);
  return { blocks, approximate };
};

/** Blocks that touch are one. */
const push = (blocks: Block[], block: Block): void => {
  const last = blocks.at(-1);
  if (last && last.oldTo === block.oldFrom && last.newTo === block.newFrom) {
    blocks[blocks.length - 1] = { ...last, oldTo: block.oldTo, newTo: block.newTo };
  } else blocks.push(block);
};

/** Pairs of units that occur exactly once on each side, in an order that rises on both. */
const anchorsOf = (before: Int32Array, after: Int32Array, a: number, x: number, b: number, y: number): readonly (readonly [number, number])[] => {
  const places = new Map<number, { old: number; new: number }>();
  for (let at = a; at < x; at++) {
    const unit = before[at] as number;
    const seen = places.get(unit);
    if (seen) seen.old = -1;
    else places.set(unit, { old: at, new: -2 });
  }
  for (let at = b; at < y; at++) {
    const seen = places.get(after[at] as number);
    if (seen) seen.new = seen.new === -2 ? at : -1;
  }
  const pairs: [number, number][] = [];
  for (const { old, new: now } of places.values()) if (old >= 0 && now >= 0) pairs.push([old, now]);
  return longestRising(pairs);
};

/** Pairs come in rising old order; the longest run that also rises on the new side stays. */
const longestRising = (pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] => {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (let at = 0; at < pairs.length; at++) {
    const value = pairs[at]?.[1] ?? 0;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = at;
  }
  const rising: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
};

/** Numbers for things that are compared by their text. */
export const createInterner = () => {
  const numbers = new Map<string, number>();
  return (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
};
