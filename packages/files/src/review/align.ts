import { diff as myers } from 'fast-myers-diff';

/** Units `from…to` of one side stand where units `from…to` of the other stood. */
export type Block = {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
};
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
    const anchors = depth > 40 ? none : anchorsOf(before, after, a, x, b, y);
    if (anchors.length > 0) {
      let oldAt = a;
      let newAt = b;
      for (let at = 0; at < anchors.length; at++) {
        const oldAnchor = anchors.old[at] as number;
        const newAnchor = anchors.made[at] as number;
        // Anchors mostly follow one another; there is nothing between them to compare.
        if (oldAnchor > oldAt || newAnchor > newAt) compare(oldAt, oldAnchor, newAt, newAnchor, depth + 1);
        oldAt = oldAnchor + 1;
        newAt = newAnchor + 1;
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

/** Places on both sides, in rising order, as columns of numbers: millions of small arrays would not fit. */
type Anchors = { readonly old: Int32Array; readonly made: Int32Array; readonly length: number };
const none: Anchors = { old: new Int32Array(0), made: new Int32Array(0), length: 0 };

/** Pairs of units that occur exactly once on each side, in an order that rises on both. */
const anchorsOf = (before: Int32Array, after: Int32Array, a: number, x: number, b: number, y: number): Anchors => {
  const known = x - a > wideStretch ? createTable(before, a, x) : createMap();
  const [oldPlaces, newPlaces] = [known(), known()];
  for (let at = a; at < x; at++) oldPlaces.note(before[at] as number, at);
  for (let at = b; at < y; at++) newPlaces.note(after[at] as number, at);
  const old = new Int32Array(x - a);
  const made = new Int32Array(x - a);
  let count = 0;
  let rises = true;
  for (let at = a; at < x; at++) {
    const unit = before[at] as number;
    if (oldPlaces.only(unit) !== at) continue;
    const now = newPlaces.only(unit);
    if (now < 0) continue;
    if (count > 0 && now < (made[count - 1] as number)) rises = false;
    old[count] = at;
    made[count++] = now;
  }
  return rises ? { old, made, length: count } : longestRising(old, made, count);
};

/** Where a unit occurs if it occurs once; -1 when never or again. */
type Places = { readonly note: (unit: number, at: number) => void; readonly only: (unit: number) => number };
const wideStretch = 4_096;
const again = -2;

const createMap = () => (): Places => {
  const places = new Map<number, number>();
  return {
    note: (unit, at) => void places.set(unit, places.has(unit) ? again : at),
    only: (unit) => Math.max(-1, places.get(unit) ?? -1),
  };
};

/** Units are small whole numbers, so a long stretch is indexed by them directly. */
const createTable = (before: Int32Array, a: number, x: number) => {
  let largest = 0;
  for (let at = a; at < x; at++) largest = Math.max(largest, before[at] as number);
  return (): Places => {
    const places = new Int32Array(largest + 1).fill(-1);
    return {
      note: (unit, at) => {
        if (unit <= largest) places[unit] = places[unit] === -1 ? at : again;
      },
      only: (unit) => Math.max(-1, places[unit] ?? -1),
    };
  };
};

/** Pairs come in rising old order; the longest run that also rises on the new side stays. */
const longestRising = (old: Int32Array, made: Int32Array, count: number): Anchors => {
  const tails = new Int32Array(count);
  const previous = new Int32Array(count).fill(-1);
  let length = 0;
  for (let at = 0; at < count; at++) {
    const value = made[at] as number;
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((made[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[at] = tails[low - 1] as number;
    tails[low] = at;
    if (low === length) length++;
  }
  const rising = { old: new Int32Array(length), made: new Int32Array(length), length };
  let at = length > 0 ? (tails[length - 1] as number) : -1;
  for (let place = length - 1; place >= 0; place--) {
    rising.old[place] = old[at] as number;
    rising.made[place] = made[at] as number;
    at = previous[at] as number;
  }
  return rising;
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
