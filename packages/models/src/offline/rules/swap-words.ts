import { literal } from '../reading/quotes.ts';

/** A text with words put in the place of others. */
export type Swapped = {
  readonly text: string;
  readonly count: number;
  /** Longer words that hold the old ones, and are left alone: "Ann" in "Annual". */
  readonly inside: readonly string[];
};

/**
 * Whole words alone are meant, and what is there already stays: "Ann" is not changed in "Annual", and "Dr Hughes" does
 * not become "Dr Dr Hughes". The small letters that Hebrew writes before a word belong to the sentence.
 */
export const swapWords = (text: string, from: string, to: string): Swapped => {
  const already = to.includes(from) ? `${literal(to)}|` : '';
  const prefix = /^\p{Script=Hebrew}/u.test(from) ? '[ושבלמכה]{0,3}-?' : '';
  const before = /^[\p{L}\p{N}]/u.test(from) ? `(?<=(?:^|[^\\p{L}\\p{N}])${prefix})` : '';
  const after = /[\p{L}\p{N}]$/u.test(from) ? '(?![\\p{L}\\p{N}])' : '';
  let count = 0;
  const swapped = text.replace(new RegExp(`${already}${before}${literal(from)}${after}`, 'gu'), (all) => {
    if (already !== '' && all === to) return all;
    count += 1;
    return to;
  });
  const longer = text.match(new RegExp(`[\\p{L}\\p{N}]*${literal(from)}[\\p{L}\\p{N}]*`, 'gu')) ?? [];
  const whole = new RegExp(`^${prefix}${literal(from)}$`, 'u');
  return { text: swapped, count, inside: [...new Set(longer.filter((each) => !whole.test(each)))] };
};
