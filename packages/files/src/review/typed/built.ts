import type { FileReview, MarkedText, ReviewItem, ReviewKind } from '@atelier/contracts';
import type { Change } from '../../tools/kind-handler.ts';
import { wordSpans } from '../word-spans.ts';
import type { Said } from './said.ts';

/** All that one comparison found, before it is cut into pages. */
export type Built = {
  readonly kind: ReviewKind;
  readonly items: readonly ReviewItem[];
  /** Titles of groups by key, in the order of the items. */
  readonly groups: ReadonlyMap<string, string>;
  readonly changes: readonly Change[];
  readonly also: readonly string[];
  /** What changes say that no item shows, by their ids. */
  readonly said?: ReadonlyMap<string, Said>;
  /** Cells that followed from others, where the kind knows some. */
  readonly results?: NonNullable<FileReview['results']>;
  readonly isDivisible: boolean;
  readonly approximate?: boolean;
};

export const plain = (text: string): MarkedText => ({ text, spans: [] });

/** Both versions of a text with the words that differ. */
export const marked = (before: string, after: string): readonly [MarkedText, MarkedText] => {
  const spans = wordSpans(before, after);
  const side = (text: string, list: readonly (readonly [number, number])[] | undefined): MarkedText => ({
    text,
    spans: (list ?? []).map(([from, to]) => [from, to]),
  });
  return [side(before, spans?.before), side(after, spans?.after)];
};

/** The two sides of something that may be on one side only. */
export const sidesOf = (
  before: string | null,
  after: string | null,
): { readonly before: MarkedText | null; readonly after: MarkedText | null } => {
  if (before === null || after === null)
    return { before: before === null ? null : plain(before), after: after === null ? null : plain(after) };
  const [old, made] = marked(before, after);
  return { before: old, after: made };
};
