import { expect, test } from 'vitest';
import { reviewRows } from './review-rows.ts';

test('lines, records, cells, blocks and shapes all become rows of before and after', () => {
  expect(
    reviewRows({
      hunks: [
        {
          lines: [
            { type: 'context', text: 'x' },
            { type: 'removed', text: 'old', old_line: 3 },
            { type: 'added', text: 'new', new_line: 3 },
          ],
        },
      ],
      columns: { added: ['VAT'], removed: ['Old'], renamed: [{ from: 'Sum', to: 'Total' }] },
      rows: [{ status: 'changed', key: 'k1', cells: [{ column: 'sum', before: 1, after: 2 }] }],
      cells: [{ sheet: 'Data', ref: 'B2', before: { v: 1 }, after: { v: 2, f: 'A1*2' } }],
      baseline: { paragraphs: [{ index: 4, text: 'One' }] },
      draft: { paragraphs: [{ index: 4, text: 'Eins' }] },
      alignment: [
        { status: 'same', before: 0, after: 0 },
        { status: 'changed', before: 4, after: 4, spans: [], format_changes: ['bold on'] },
      ],
      shape_changes: [{ name: 'Title', before: 'A', after: 'B' }],
    }).map(({ place, before, after }) => [place, before, after]),
  ).toEqual([
    ['3', 'old', null],
    ['3', null, 'new'],
    ['VAT', null, 'VAT'],
    ['Old', 'Old', null],
    ['Total', 'Sum', 'Total'],
    ['k1 · sum', '1', '2'],
    ['Data!B2', '1', 'A1*2'],
    ['b4', 'One', 'Eins (bold on)'],
    ['Title', 'A', 'B'],
  ]);
});

test('a payload of a kind nobody drew yet has no rows, and is still shown whole beside them', () => {
  expect(reviewRows({ kind: 'binary', stats: {} })).toEqual([]);
});
