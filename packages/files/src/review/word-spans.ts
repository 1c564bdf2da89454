import { diff as myers } from 'fast-myers-diff';

export type Span = readonly [number, number];
const longest = 2_000;

/** Changed character ranges of two versions of one line, cut at words. Undefined for lines too long to be worth it. */
export const wordSpans = (
  before: string,
  after: string,
): { readonly before: readonly Span[]; readonly after: readonly Span[] } | undefined => {
  if (before.length > longest || after.length > longest) return undefined;
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const spans: { before: Span[]; after: Span[] } = { before: [], after: [] };
  for (const [a, b, c, d] of myers(old.words, now.words)) {
    if (b > a) spans.before.push([old.starts[a] ?? 0, old.starts[b] ?? before.length]);
    if (d > c) spans.after.push([now.starts[c] ?? 0, now.starts[d] ?? after.length]);
  }
  return spans;
};

const wordsOf = (text: string): { readonly words: readonly string[]; readonly starts: readonly number[] } => {
  const words = text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
  const starts: number[] = [];
  let at = 0;
  for (const word of words) {
    starts.push(at);
    at += word.length;
  }
  return { words, starts };
};
