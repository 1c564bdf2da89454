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

test('rows, columns, slides and pages that came, went or moved say so', () => {
  const rows = reviewRows({
    rows: [
      { sheet: 'Data', status: 'inserted', before: null, after: '3:4' },
      { status: 'removed', key: ['K1', 'x'], row_before: 2, row_after: null, cells: [] },
    ],
    columns: [{ sheet: 'Data', status: 'deleted', before: 'B:B', after: null }],
    slides: [{ status: 'moved', title: 'Close', before: 1, after: 3 }],
    pages: [
      {
        status: 'changed',
        page_before: 1,
        page_after: 1,
        hunks: [{ lines: [{ type: 'added', text: 'n', new_line: 9 }] }],
      },
      { status: 'visual_change', page_before: 2, page_after: 2 },
    ],
  });
  expect(rows.map(({ place, status, before, after }) => [place, status, before, after])).toEqual([
    ['Data', 'added', null, '3:4'],
    ['K1 · x', 'removed', null, null],
    ['Data', 'removed', 'B:B', null],
    ['Close', 'moved', '2', '4'],
    ['1 · 9', undefined, null, 'n'],
    ['2', 'visual_change', '2', '2'],
  ]);
});

test('a picture and a file that is not opened show what differs of both sides', () => {
  const side = (size_bytes: number, magic: string) => ({ size_bytes, magic, version: `v${size_bytes}` });
  expect(
    reviewRows({ before: side(10, 'zip'), after: side(12, 'zip') }).map(({ place, before, after }) => [
      place,
      before,
      after,
    ]),
  ).toEqual([['size bytes', '10', '12']]);
});

test('a payload of a kind nobody drew yet has no rows, and is still shown whole beside them', () => {
  expect(reviewRows({ kind: 'binary', stats: {} })).toEqual([]);
});
