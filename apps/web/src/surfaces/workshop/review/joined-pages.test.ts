import type { FileReview } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { joinedPages } from './joined-pages.ts';

const page = (offset: number, next: number | null): FileReview => {
  const id = `row ${offset}`;
  return {
    kind: 'opaque',
    path: 'a.bin',
    change: 'modified',
    reference: { source: 'draft_start_snapshot', warning: null },
    bytesBefore: 1,
    bytesAfter: 2,
    counts: { added: 0, removed: 0, changed: 2, moved: 0 },
    groups: [],
    total: 1_201,
    offset,
    next,
    changes: [{ id, label: id, requires: [] }],
    changeCount: 1_201,
    isDivisible: true,
    also: [],
    notices: [],
    items: [{ what: 'also', id, group: '', place: { at: 'file' }, status: 'changed', label: id, changes: [id] }],
  } as unknown as FileReview;
};

test('every page of a long review stays in sight, and the next one follows the last', () => {
  expect(joinedPages([])).toBeUndefined();
  const pages = Array.from({ length: 7 }, (_, at) => page(at * 200, at === 6 ? null : (at + 1) * 200));
  const some = joinedPages(pages.slice(0, 6));
  expect(some?.items).toHaveLength(6);
  expect(some).toMatchObject({ offset: 0, next: 1_200, total: 1_201 });
  const all = joinedPages(pages);
  expect(all?.items.map(({ id }) => id)).toEqual(pages.map(({ offset }) => `row ${offset}`));
  expect(all?.changes).toHaveLength(7);
  expect(all?.next).toBeNull();
});
