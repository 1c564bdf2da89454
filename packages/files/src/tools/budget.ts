/** Characters of text in one `read_file` answer. */
export const readBudget = 24_000;
/** One indivisible unit (row, line, paragraph, page, slide) may exceed the budget up to here, then it is split. */
export const unitCap = 64_000;

/** The rule by which a file falls into chunks. Listing them would mean thousands of objects for one large sheet. */
export type ChunkRule = {
  readonly unit: string;
  readonly size: number;
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly list?: readonly string[];
};

const longestList = 20;

/** Chunks of `size` units numbered from 1. */
export const chunkRule = (unit: string, size: number, total: number): ChunkRule => {
  const count = Math.ceil(total / size);
  const range = (chunk: number) => `${chunk * size + 1}-${Math.min(total, (chunk + 1) * size)}`;
  const list = Array.from({ length: Math.min(count, longestList) }, (_, chunk) => range(chunk));
  return {
    unit,
    size,
    count,
    first: count === 0 ? null : range(0),
    last: count === 0 ? null : range(count - 1),
    ...(count <= longestList ? { list } : {}),
  };
};

/** Page and row lists: `1-5`, `3`, `1,4-6`, `10-`. Undefined when it is none, or outside 1…total. */
export const parseRanges = (text: string, total: number): readonly (readonly [number, number])[] | undefined => {
  const ranges: (readonly [number, number])[] = [];
  for (const piece of text.split(',')) {
    const [, from, dash, to] = /^\s*(\d{1,9})\s*(-)?\s*(\d{1,9})?\s*$/.exec(piece) ?? [];
    if (from === undefined || (to !== undefined && dash === undefined)) return undefined;
    const start = Number(from);
    const end = dash === undefined ? start : to === undefined ? Math.max(start, total) : Number(to);
    if (start < 1 || end < start) return undefined;
    ranges.push([start, end]);
  }
  return ranges;
};
