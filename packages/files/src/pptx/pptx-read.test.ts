import { expect, test } from 'vitest';
import { group, pptx, slideXml, table, textBox, title } from '../../fixtures/pptx/parts.ts';
import { slidesPptx } from '../../fixtures/pptx/small.ts';
import { openPackage } from '../package/index.ts';
import type { ReadSelectors } from '../tools/kind-handler.ts';
import { mapPptx } from './map.ts';
import { pptxOf } from './pptx-file.ts';
import { readPptx } from './read.ts';
import { shapesOf } from './shapes.ts';

const open = (bytes: Buffer) => pptxOf(openPackage(bytes));
const at = (slide_index: number | null): ReadSelectors => ({
  sheet: null,
  range: null,
  section: null,
  slide_index,
  pages: null,
  line_start: null,
  line_count: null,
  view: null,
});
const full = { part: null, detail: 'full' } as const;

test('a map lists slides in the order they are shown, with layouts, placeholders and notes', () => {
  const map = mapPptx(open(slidesPptx()), full);
  expect(map).toMatchObject({
    slide_count: 3,
    slide_size: { width_in: 10, height_in: 7.5 },
    master_count: 1,
    slides: [
      { index: 0, slide_id: '256', title: 'Harbour project', layout: 'Title Only', has_notes: false },
      {
        index: 1,
        title: 'Findings',
        layout: 'Title and Content',
        has_notes: true,
        placeholders: [
          { shape_id: 2, type: 'title' },
          { shape_id: 3, type: 'obj', idx: 1 },
        ],
      },
      { index: 2, title: 'Thanks' },
    ],
  });
  expect((map.layouts as { name: string }[]).map(({ name }) => name)).toEqual([
    'Title Slide',
    'Title and Content',
    'Section Header',
    'Title Only',
    'Blank',
  ]);
});

test('slides read as text: shapes behind their ids, bullets by level, notes last', () => {
  const { text, chunk_info } = readPptx(open(slidesPptx()), at(null));
  expect(chunk_info).toBeUndefined();
  expect(text).toContain(
    '## Slide 2 (index 1) Title and Content\n[s2 title] Findings\n[s3 obj]\n  - Cost is stable\n    - Staff grew\n  - Risk fell\nNotes: Say this slowly.\\nThen pause.',
  );
});

test('one slide at a time with the next one named; past the end is refused', () => {
  expect(readPptx(open(slidesPptx()), at(1)).chunk_info).toMatchObject({
    range: '1',
    has_more: true,
    next: { slide_index: 2 },
    total: 3,
  });
  expect(readPptx(open(slidesPptx()), at(2)).chunk_info).toMatchObject({ has_more: false, next: null });
  expect(() => readPptx(open(slidesPptx()), at(3))).toThrow('slides 0 to 2');
});

test('tables are read by row; a group gives its shapes their place on the slide', () => {
  const deck = pptx([
    {
      xml: slideXml(
        title('T') +
          table(7, [
            ['Item', 'Sum'],
            ['a', '1'],
          ]) +
          group(9, textBox(10, 'Inside')),
      ),
    },
  ]);
  const { text } = readPptx(open(deck), at(0));
  expect(text).toContain('[s7 table]\n  r0 | Item | Sum\n  r1 | a | 1');
  const inside = shapesOf(openPackage(deck), 'ppt/slides/slide1.xml').find(({ id }) => id === 10);
  expect(inside?.box).toEqual({ left: 1_457_200, top: 1_457_200, width: 914_400, height: 228_600, rotation: 0 });
});
