import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EditBatch, type History, noHistory, recorded, redone, undone } from './grid-undo.ts';

type Sheet = Readonly<Record<string, string>>;
const apply = (sheet: Sheet, batch: EditBatch): Sheet => ({
  ...sheet,
  ...Object.fromEntries(batch.map(({ row, after }) => [row, String(after)])),
});

test('undoing everything gives the sheet as it was, and redoing everything as it became', () => {
  const cell = fc.constantFrom('a', 'b', 'c');
  const value = fc.constantFrom('1', '2', '3');
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.tuple(cell, value), { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
      (typed) => {
        const first: Sheet = { a: '0', b: '0', c: '0' };
        let sheet = first;
        let history: History = noHistory;
        for (const cells of typed) {
          const batch = [...new Map(cells)].map(([row, after]) => ({
            row,
            column: 'x',
            before: sheet[row] ?? '',
            after,
          }));
          sheet = apply(sheet, batch);
          history = recorded(history, batch);
        }
        const last = sheet;
        for (let step = undone(history); step; step = undone(history)) {
          sheet = apply(sheet, step.apply);
          history = step.history;
        }
        expect(sheet).toEqual(first);
        for (let step = redone(history); step; step = redone(history)) {
          sheet = apply(sheet, step.apply);
          history = step.history;
        }
        expect(sheet).toEqual(last);
      },
    ),
  );
});

test('a new edit forgets what was undone, and an edit that changes nothing is no step', () => {
  const edit = (after: string): EditBatch => [{ row: 'a', column: 'x', before: '0', after }];
  const once = recorded(noHistory, edit('1'));
  const back = undone(once)?.history ?? noHistory;
  expect(recorded(back, edit('2')).undone).toEqual([]);
  expect(recorded(back, edit('0'))).toBe(back);
});
