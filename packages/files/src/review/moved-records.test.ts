import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openText } from '../text/text-file.ts';
import { english, hebrew } from '../view/words.ts';
import { buildTable } from './typed/table.ts';
import { acceptUnits, recordUnits, unitChanges } from './unit-changes.ts';

const csv = (rows: readonly string[]) => openText(Buffer.from(`id,name,total\n${rows.join('\n')}\n`));
const units = (rows: readonly string[]) => recordUnits(csv(rows), 'csv');
const review = (before: readonly string[], after: readonly string[]) => buildTable(csv(before), csv(after), 'csv', {});

const sorted = ['3,Cy,30', '1,Al,10', '2,Bo,20'];
const unsorted = ['1,Al,10', '2,Bo,20', '3,Cy,30'];

/** Everything a change requires, and what that requires. */
const closed = (changes: ReturnType<typeof unitChanges>, from: readonly string[]): readonly string[] => {
  const kept = new Set<string>();
  const keep = (id: string): void => {
    if (kept.has(id)) return;
    kept.add(id);
    for (const other of changes.find((change) => change.id === id)?.requires ?? []) keep(other);
  };
  for (const id of from) keep(id);
  return [...kept];
};

test('a row that moved is shown with its values and where it was, and is kept or dropped at both places', async () => {
  const { items, changes } = await review(unsorted, sorted);
  expect(items).toMatchObject([
    {
      what: 'record',
      status: 'moved',
      place: { at: 'row', row: 1 },
      rowBefore: 3,
      changes: expect.arrayContaining(changes.map(({ id }) => id)),
    },
  ]);
  const [item] = items;
  expect(item?.what === 'record' && item.cells.map(({ after }) => after)).toEqual(['3', 'Cy', '30']);
  expect(english.movedFrom({ at: 'row', row: 3, key: null })).toBe('moved from row 3');
  expect(hebrew.movedFrom({ at: 'row', row: 3, key: null })).toContain('רשומה 3');
});

test('no choice of changes that is closed loses or doubles a row of a table that was sorted', () => {
  const rows = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.infiniteStream(fc.boolean()), (ids, coin) => {
      const before = ids.map((id) => `${id},n${id},${id * 10}`);
      const after = before.toSorted();
      const changes = unitChanges(units(before), units(after));
      const some = closed(
        changes,
        changes.filter(() => coin.next().value).map(({ id }) => id),
      );
      const kept = acceptUnits(units(before), units(after), some).toString().trim().split('\n').slice(1);
      expect(kept.toSorted()).toEqual(after);
    }),
  );
});

test('a row that moved and changed holds its two places together', async () => {
  const { changes } = await review(unsorted, ['3,Cyd,30', '1,Al,10', '2,Bo,20']);
  expect(changes).toHaveLength(2);
  for (const { id, requires } of changes)
    expect(requires).toEqual(changes.map((each) => each.id).filter((other) => other !== id));
});

test('rows that stay where they are can be judged one by one', () => {
  const changes = unitChanges(units(unsorted), units(['1,Al,11', '2,Bo,20', '3,Cy,31', '4,Di,40']));
  expect(changes.length).toBeGreaterThan(1);
  for (const { requires } of changes) expect(requires).toEqual([]);
});
