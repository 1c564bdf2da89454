/** A row or a column by what it holds. */
export type Line = {
  /** Its number. */
  readonly at: number;
  /** Equal for lines that hold the same. */
  readonly key: number;
  /** One number for each cell, sorted. */
  readonly cells: Int32Array;
};

/** Pairs of numbers (before, after) that are the same line, and what is left on either side. */
export type Alignment = {
  readonly pairs: readonly (readonly [number, number])[];
  readonly inserted: readonly number[];
  readonly deleted: readonly number[];
  /** Pairs that do not follow the order of the others. */
  readonly moved: readonly (readonly [number, number])[];
};

type Pairs = [number, number][];

/**
 * Aligns lines by what they hold. Lines that occur once on both sides are anchors; the longest run of anchors in order
 * stays in place, anchors out of order have moved, and between anchors lines pair by likeness and then by position.
 */
export const alignLines = (before: readonly Line[], after: readonly Line[], from: number): Alignment => {
  const oldAt = uniqueIndexes(before);
  const newAt = uniqueIndexes(after);
  const anchors: Pairs = [];
  for (const [key, index] of newAt) {
    const old = oldAt.get(key);
    if (old !== undefined && old >= 0 && index >= 0) anchors.push([old, index]);
  }
  anchors.sort((a, b) => a[1] - b[1]);
  const inOrder = longestIncreasing(anchors);
  const kept = new Set(inOrder);
  const movedPairs = anchors.filter((pair) => !kept.has(pair));
  const movedOld = new Set(movedPairs.map(([old]) => old));
  const movedNew = new Set(movedPairs.map(([, made]) => made));
  const pairs: Pairs = [];
  const inserted: number[] = [];
  const deleted: number[] = [];
  let [oldFrom, newFrom] = [0, 0];
  const edges: readonly (readonly [number, number])[] = [...inOrder, [before.length, after.length]];
  for (const [oldTo, newTo] of edges) {
    if (oldTo > oldFrom || newTo > newFrom) {
      const gapOld = range(oldFrom, oldTo).filter((index) => !movedOld.has(index));
      const gapNew = range(newFrom, newTo).filter((index) => !movedNew.has(index));
      const offset = (old: number, made: number) => (after[made]?.at ?? 0) - (before[old]?.at ?? 0);
      const offsets = [
        oldFrom > 0 && newFrom > 0 ? offset(oldFrom - 1, newFrom - 1) : 0,
        ...(oldTo < before.length ? [offset(oldTo, newTo)] : []),
      ];
      pairGap(before, after, gapOld, gapNew, { pairs, inserted, deleted }, offsets);
    }
    if (oldTo < before.length) pairs.push([oldTo, newTo]);
    [oldFrom, newFrom] = [oldTo + 1, newTo + 1];
  }
  // Equal and like lines of one gap may cross each other; those that do have moved as well.
  const straight = longestIncreasing(pairs.toSorted((a, b) => a[1] - b[1]));
  const inLine = new Set(straight);
  movedPairs.push(...pairs.filter((pair) => !inLine.has(pair)));
  pairMoved(before, after, deleted, inserted, movedPairs);
  const numberOf = (lines: readonly Line[], index: number) => lines[index]?.at ?? 0;
  const asNumbers = (list: Pairs) => list.map(([old, made]) => [numberOf(before, old), numberOf(after, made)] as const);
  const ordered = asNumbers(straight);
  const gone = deleted.map((index) => numberOf(before, index));
  const added = inserted.map((index) => numberOf(after, index));
  const moved = asNumbers(movedPairs);
  const elsewhere = (side: 0 | 1) => moved.map((pair) => pair[side]);
  const blanks = blankLines(ordered, [...gone, ...elsewhere(0)], [...added, ...elsewhere(1)], from);
  return {
    pairs: [...ordered, ...moved],
    moved,
    inserted: [...added, ...blanks.inserted].toSorted((a, b) => a - b),
    deleted: [...gone, ...blanks.deleted].toSorted((a, b) => a - b),
  };
};

/** Blank lines have no key; that some were added or removed shows in how far apart their neighbours came to stand. */
const blankLines = (
  pairs: readonly (readonly [number, number])[],
  deleted: readonly number[],
  inserted: readonly number[],
  from: number,
): { inserted: number[]; deleted: number[] } => {
  const out = { inserted: [] as number[], deleted: [] as number[] };
  const goneBefore = createCounter(deleted);
  const madeBefore = createCounter(inserted);
  let [oldLine, newLine] = [from - 1, from - 1];
  for (const [a, b] of pairs) {
    const oldBlank = a - oldLine - 1 - goneBefore(oldLine, a);
    const newBlank = b - newLine - 1 - madeBefore(newLine, b);
    for (let extra = 1; extra <= newBlank - oldBlank; extra++) out.inserted.push(b - extra);
    for (let extra = 1; extra <= oldBlank - newBlank; extra++) out.deleted.push(a - extra);
    [oldLine, newLine] = [a, b];
  }
  return out;
};

/** How many of the numbers lie strictly between two others. */
const createCounter = (numbers: readonly number[]) => {
  const sorted = Int32Array.from(numbers).sort();
  const below = (bound: number): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as number) < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (low: number, high: number): number => Math.max(0, below(high) - below(low + 1));
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Index by key of lines whose key occurs once; -1 for keys that occur more often. */
const uniqueIndexes = (lines: readonly Line[]): Map<number, number> => {
  const indexes = new Map<number, number>();
  for (const [index, { key }] of lines.entries()) indexes.set(key, indexes.has(key) ? -1 : index);
  return indexes;
};

const longestIncreasing = (pairs: readonly [number, number][]): Pairs => {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, [old]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as [number, number])[0] < old) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = index;
  }
  const chain: Pairs = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1)
    chain.push(pairs[index] as [number, number]);
  return chain.reverse();
};

const pairGap = (
  before: readonly Line[],
  after: readonly Line[],
  old: readonly number[],
  made: readonly number[],
  out: { readonly pairs: Pairs; readonly inserted: number[]; readonly deleted: number[] },
  offsets: readonly number[],
): void => {
  let next = 0;
  const left: number[] = [];
  const taken = new Set<number>();
  // Equal lines first, in order.
  for (const index of old) {
    const found = made
      .slice(next, next + 200)
      .findIndex((it) => !taken.has(it) && after[it]?.key === before[index]?.key);
    if (found < 0) left.push(index);
    else {
      out.pairs.push([index, made[next + found] as number]);
      taken.add(made[next + found] as number);
      next += found + 1;
    }
  }
  const free = made.filter((it) => !taken.has(it));
  // Then those that hold much the same, in order; what lies between two of them pairs by its place alone.
  const likes: Pairs = [];
  let from = 0;
  for (const index of left) {
    const found = free.slice(from, from + 50).findIndex((it) => isLike(before[index], after[it]));
    if (found < 0) continue;
    likes.push([index, free[from + found] as number]);
    from += found + 1;
  }
  let [oldDone, newDone] = [0, 0];
  let near = offsets;
  for (const like of [...likes, undefined]) {
    const oldTo = like ? left.indexOf(like[0], oldDone) : left.length;
    const newTo = like ? free.indexOf(like[1], newDone) : free.length;
    const next = like ? [(after[like[1]]?.at ?? 0) - (before[like[0]]?.at ?? 0)] : offsets.slice(1);
    pairInStep(before, after, left.slice(oldDone, oldTo), free.slice(newDone, newTo), out, [...near, ...next]);
    if (like) out.pairs.push(like);
    [oldDone, newDone, near] = [oldTo + 1, newTo + 1, next];
  }
};

const pairInStep = (
  before: readonly Line[],
  after: readonly Line[],
  old: readonly number[],
  made: readonly number[],
  out: { readonly pairs: Pairs; readonly inserted: number[]; readonly deleted: number[] },
  offsets: readonly number[],
): void => {
  let next = 0;
  for (const index of old) {
    const found = made.findIndex((it, at) => at >= next && inStep(before[index], after[it], offsets));
    if (found < 0) {
      out.deleted.push(index);
      continue;
    }
    // What was passed over to get here is new.
    out.inserted.push(...made.slice(next, found));
    out.pairs.push([index, made[found] as number]);
    next = found + 1;
  }
  out.inserted.push(...made.slice(next));
};

/** Lines that moved and changed as well: where others moved, what is left on both sides goes together by likeness. */
const pairMoved = (
  before: readonly Line[],
  after: readonly Line[],
  deleted: number[],
  inserted: number[],
  moved: Pairs,
): void => {
  if (moved.length === 0 || deleted.length > MOST_TRIED || inserted.length > MOST_TRIED) return;
  for (const old of [...deleted]) {
    const found = inserted.findIndex((it) => isLike(before[old], after[it]));
    if (found < 0) continue;
    moved.push([old, inserted[found] as number]);
    inserted.splice(found, 1);
    deleted.splice(deleted.indexOf(old), 1);
  }
};

const MOST_TRIED = 500;

/** Lines that stand as far from each other as the lines around them do. */
const inStep = (a: Line | undefined, b: Line | undefined, offsets: readonly number[]): boolean =>
  a !== undefined && b !== undefined && offsets.includes(b.at - a.at);

const isLike = (a: Line | undefined, b: Line | undefined): boolean => {
  if (!a || !b) return false;
  const same = shared(a.cells, b.cells);
  return same * 2 >= Math.max(a.cells.length, b.cells.length) && same > 0;
};

/** How many numbers two sorted lists have in common. */
const shared = (a: Int32Array, b: Int32Array): number => {
  let [i, j, same] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] as number, b[j] as number];
    if (x === y) same++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return same;
};

const NO_CELLS = new Int32Array(0);

const difference = (a: Line | undefined, b: Line | undefined): number => {
  if (a && b && a.key === b.key) return 0;
  const [x, y] = [a?.cells ?? NO_CELLS, b?.cells ?? NO_CELLS];
  return x.length + y.length - 2 * shared(x, y);
};

/** How many cells are left to be told when each line is compared with the one of its own number. */
export const costInPlace = (before: readonly Line[], after: readonly Line[]): number => {
  const made = new Map(after.map((it) => [it.at, it]));
  let cost = 0;
  for (const it of before) {
    cost += difference(it, made.get(it.at));
    made.delete(it.at);
  }
  for (const it of made.values()) cost += it.cells.length;
  return cost;
};

/** The same when lines are compared as they were aligned. Lines that came or went cost what they hold. */
export const costAligned = (before: readonly Line[], after: readonly Line[], { pairs, moved }: Alignment): number => {
  const old = new Map(before.map((it) => [it.at, it]));
  const made = new Map(after.map((it) => [it.at, it]));
  let cost = moved.length;
  for (const [a, b] of pairs) {
    cost += difference(old.get(a), made.get(b));
    old.delete(a);
    made.delete(b);
  }
  for (const it of old.values()) cost += it.cells.length;
  for (const it of made.values()) cost += it.cells.length;
  return cost;
};
