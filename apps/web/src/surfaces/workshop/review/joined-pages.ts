import type { FileReview, ReviewItem } from '@atelier/contracts';

/** Pages of one review as one: the changes of all of them; the next page is the one after the last. */
export const joinedPages = (pages: readonly FileReview[]): FileReview | undefined => {
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  // All pages are of one file, so their items are of one kind.
  return {
    ...first,
    items: pages.flatMap(({ items }): readonly ReviewItem[] => items),
    changes: pages.flatMap(({ changes }) => changes),
    next: last.next,
  } as FileReview;
};
