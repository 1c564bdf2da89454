/** Pairs of row numbers (before, after) that are the same row, and what is left on either side. */
export type Alignment = {
  readonly pairs: readonly (readonly [number, number])[];
  readonly inserted: readonly number[];
  readonly deleted: readonly number[];
  /** Pairs that do not follow the order of the others. */
  readonly moved: readonly (readonly [number, number])[];
};

export type KeyedRow = { readonly row: number; readonly key: string; readonly cells: ReadonlySet<string> };

/**
 * Aligns rows by what they hold. Rows that occur once on both sides are anchors; the longest run of anchors in order
 * stays in place, anchors out of order have moved, and between anchors rows pair by likeness and then by position.
 */
export const alignRows = (before: readonly KeyedRow[], after: readonly KeyedRow[], from: number): Alignment => {
  const oldAt = uniqueIndexes(before);
  const newAt = uniqueIndexes(after);
  const anchors: [number, number][] = [];
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
  const pairs: [number, number][] = [];
  const inserted: number[] = [];
  const deleted: number[] = [];
  let [oldFrom, newFrom] = [0, 0];
  const edges: readonly (readonly [number, number])[] = [...inOrder, [before.length, after.length]];
  for (const [oldTo, newTo] of edges) {
    const gapOld = range(oldFrom, oldTo).filter((index) => !movedOld.has(index));
    const gapNew = range(newFrom, newTo).filter((index) => !movedNew.has(index));
    const offset = (old: number, made: number) => (after[made]?.row ?? 0) - (before[old]?.row ?? 0);
    const offsets = [
      oldFrom > 0 && newFrom > 0 ? offset(oldFrom - 1, newFrom - 1) : 0,
      ...(oldTo < before.length ? [offset(oldTo, newTo)] : []),
    ];
    pairGap(before, after, gapOld, gapNew, pairs, inserted, deleted, offsets);
    if (oldTo < before.length) pairs.push([oldTo, newTo]);
    [oldFrom, newFrom] = [oldTo + 1, newTo + 1];
  }
  const rowOf = (rows: readonly KeyedRow[], index: number) => rows[index]?.row ?? 0;
  const asRows = (list: readonly [number, number][]) =>
    list.map(([old, made]) => [rowOf(before, old), rowOf(after, made)] as const);
  const ordered = asRows(pairs).toSorted((a, b) => a[1] - b[1]);
  const gone = deleted.map((index) => rowOf(before, index));
  const added = inserted.map((index) => rowOf(after, index));
  const blanks = blankRows(ordered, gone, added, from);
  const moved = asRows(movedPairs);
  return {
    pairs: [...ordered, ...moved],
    moved,
    inserted: [...added, ...blanks.inserted].toSorted((a, b) => a - b),
    deleted: [...gone, ...blanks.deleted].toSorted((a, b) => a - b),
  };
};

/** Blank rows have no key; that some were added or removed shows in how far apart their neighbours came to stand. */
const blankRows = (
  pairs: readonly (readonly [number, number])[],
  deleted: readonly number[],
  inserted: readonly number[],
  from: number,
): { inserted: number[]; deleted: number[] } => {
  const out = { inserted: [] as number[], deleted: [] as number[] };
  let [oldRow, newRow] = [from - 1, from - 1];
  for (const [a, b] of pairs) {
    const between = (rows: readonly number[], low: number, high: number) =>
      rows.filter((row) => row > low && row < high).length;
    const oldBlank = a - oldRow - 1 - between(deleted, oldRow, a);
    const newBlank = b - newRow - 1 - between(inserted, newRow, b);
    for (let extra = 1; extra <= newBlank - oldBlank; extra++) out.inserted.push(b - extra);
    for (let extra = 1; extra <= oldBlank - newBlank; extra++) out.deleted.push(a - extra);
    [oldRow, newRow] = [a, b];
  }
  return out;
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Index by key of rows whose key occurs once; -1 for keys that occur more often. */
const uniqueIndexes = (rows: readonly KeyedRow[]): Map<string, number> => {
  const indexes = new Map<string, number>();
  for (const [index, { key }] of rows.entries()) indexes.set(key, indexes.has(key) ? -1 : index);
  return indexes;
};

const longestIncreasing = (pairs: readonly [number, number][]): [number, number][] => {
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
  const chain: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1)
    chain.push(pairs[index] as [number, number]);
  return chain.reverse();
};

const pairGap = (
  before: readonly KeyedRow[],
  after: readonly KeyedRow[],
  old: readonly number[],
  made: readonly number[],
  pairs: [number, number][],
  inserted: number[],
  deleted: number[],
  offsets: readonly number[],
): void => {
  let next = 0;
  const left: number[] = [];
  const taken = new Set<number>();
  // Equal rows first, in order.
  for (const index of old) {
    const found = made
      .slice(next, next + 200)
      .findIndex((it) => !taken.has(it) && after[it]?.key === before[index]?.key);
    if (found < 0) left.push(index);
    else {
      pairs.push([index, made[next + found] as number]);
      taken.add(made[next + found] as number);
      next += found + 1;
    }
  }
  const free = made.filter((it) => !taken.has(it));
  for (const index of left) {
    const row = before[index];
    const found = free.slice(0, 50).findIndex((it) => inStep(row, after[it], offsets) || isLike(row, after[it]));
    const target = free[found];
    if (found < 0 || target === undefined) deleted.push(index);
    else {
      // What was passed over to get here is new.
      inserted.push(...free.splice(0, found));
      free.shift();
      pairs.push([index, target]);
    }
  }
  inserted.push(...free);
};

/** Rows that stand as far from each other as the rows around them do. */
const inStep = (a: KeyedRow | undefined, b: KeyedRow | undefined, offsets: readonly number[]): boolean =>
  a !== undefined && b !== undefined && offsets.includes(b.row - a.row);

/** How many cells an explanation by moved rows leaves to be told, and how many one row by row in place would. */
export const costs = (
  before: readonly KeyedRow[],
  after: readonly KeyedRow[],
  { pairs, moved }: Alignment,
): { readonly aligned: number; readonly inPlace: number } => {
  const old = new Map(before.map((it) => [it.row, it]));
  const made = new Map(after.map((it) => [it.row, it]));
  const difference = (a: KeyedRow | undefined, b: KeyedRow | undefined): number => {
    let same = 0;
    for (const cell of a?.cells ?? []) if (b?.cells.has(cell)) same++;
    return (a?.cells.size ?? 0) + (b?.cells.size ?? 0) - 2 * same;
  };
  const seenOld = new Set(pairs.map(([a]) => a));
  const seenNew = new Set(pairs.map(([, b]) => b));
  let aligned = moved.length;
  for (const [a, b] of pairs) aligned += difference(old.get(a), made.get(b));
  for (const it of before) if (!seenOld.has(it.row)) aligned += it.cells.size;
  for (const it of after) if (!seenNew.has(it.row)) aligned += it.cells.size;
  let inPlace = 0;
  for (const row of new Set([...old.keys(), ...made.keys()])) inPlace += difference(old.get(row), made.get(row));
  return { aligned, inPlace };
};

const isLike = (a: KeyedRow | undefined, b: KeyedRow | undefined): boolean => {
  if (!a || !b) return false;
  let same = 0;
  for (const cell of a.cells) if (b.cells.has(cell)) same++;
  return same * 2 >= Math.max(a.cells.size, b.cells.size) && same > 0;
};
