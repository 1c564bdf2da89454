import { describe, expect, test } from 'vitest';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { invoiceDocx, plainDocx, translatedHeadingsDocx } from '../../fixtures/docx/small.ts';
import { openPackage } from '../package/index.ts';
import type { ReadSelectors } from '../tools/kind-handler.ts';
import { blocksOf } from './blocks.ts';
import { docxOf } from './docx-file.ts';
import { mapDocx } from './map.ts';
import { readDocx } from './read.ts';
import { sectionsOf } from './sections.ts';

const open = (bytes: Buffer) => docxOf(openPackage(bytes));
const selectors = (more: Partial<ReadSelectors> = {}): ReadSelectors => ({
  sheet: null,
  range: null,
  section: null,
  slide_index: null,
  pages: null,
  line_start: null,
  line_count: null,
  view: null,
  ...more,
});
const full = { part: null, detail: 'full' } as const;

describe('map', () => {
  test('a rich document: sections, tables, pictures, notes, changes, controls and page setups are counted', () => {
    const map = mapDocx(open(richDocx()), full);
    expect(
      (map.sections as { heading: string; level: number; path: string }[]).map(({ heading, level, path }) => [
        heading,
        level,
        path,
      ]),
    ).toEqual([
      ['Summary', 1, 'Summary'],
      ['Findings', 1, 'Findings'],
      ['Figures', 2, 'Findings > Figures'],
      ['Summary', 1, 'Summary'],
      ['Outlook', 2, 'Summary > Outlook'],
    ]);
    expect(map).toMatchObject({
      tables: [{ index: 0, section_index: 1, rows: 3, cols: 3, header: ['Region', 'Total'], merged: true }],
      images: [
        { section_index: 2, alt_text: 'Logo of the firm', content_type: 'image/png', width_px: 100, height_px: 50 },
      ],
      has_headers_footers: true,
      comments: 1,
      footnotes: 1,
      tracked: { insertions: 1, deletions: 1 },
      fields: ['PAGEREF'],
      content_controls: [{ tag: 'client', alias: 'Client' }],
    });
    expect(map.page_setups).toHaveLength(2);
    expect((map.page_setups as { orientation: string }[])[1]?.orientation).toBe('landscape');
  });

  test('headings are found by outline level and built-in name, whatever language wrote the ids', () => {
    const map = mapDocx(open(translatedHeadingsDocx()), full);
    expect(
      (map.sections as { heading: string; level: number }[]).map(({ heading, level }) => [heading, level]),
    ).toEqual([
      ['(untitled)', 0],
      ['Einleitung', 1],
      ['פרטים', 2],
      ['Eigene Ebene', 1],
    ]);
  });

  test('placeholders are found across runs and in cells', () => {
    expect(mapDocx(open(invoiceDocx()), full).placeholders).toEqual([
      { token: 'company', count: 1 },
      { token: 'item', count: 1 },
      { token: 'amount', count: 1 },
      { token: 'due', count: 1 },
    ]);
  });

  test('no headings make one section', () => {
    expect(mapDocx(open(plainDocx()), full)).toMatchObject({ sections: [{ heading: '(untitled)', blocks: 'b0-b2' }] });
  });
});

describe('read', () => {
  test('each block stands behind its id; insertions are shown and deletions hidden, and their number said', () => {
    const { text, warnings } = readDocx(open(richDocx()), selectors());
    expect(text).toContain('b0| # Summary');
    expect(text).toContain('The budget grew by twelve percent over the whole year.');
    expect(text).toContain('b4| - First point.');
    expect(text).toContain('b6| r1 | North | Q1 | 120');
    expect(text).toContain('Before the change new words after it.');
    expect(text).toContain('[image 0: Logo of the firm]');
    expect(text).toContain('[^2: A note at the foot]');
    expect(text).toContain('see page 3');
    expect(text).not.toContain('PAGEREF');
    expect(text).toContain('[footer default of page section 0: Confidential budget]');
    expect(warnings).toEqual(['deletions_hidden:1']);
  });

  test('markup shows both sides of a tracked change', () => {
    expect(readDocx(open(richDocx()), selectors({ view: 'markup' })).text).toContain('{+new words +}{-old words -}');
  });

  test('a section by index, by heading in any case, and by blocks', () => {
    const file = open(richDocx());
    const byIndex = readDocx(file, selectors({ section: 1 }));
    expect(readDocx(file, selectors({ section: ' FINDINGS ' })).text).toBe(byIndex.text);
    expect(readDocx(file, selectors({ section: 'b3-b7' })).text).toBe(byIndex.text);
    expect(byIndex.chunk_info).toMatchObject({ range: 'b3-b7', has_more: true, unit: 'blocks' });
  });

  test('following next from the start sees every block once', () => {
    const file = open(richDocx());
    const seen: string[] = [];
    let section: string | number | null = 'b0-b3';
    while (section !== null) {
      const answer = readDocx(file, selectors({ section }));
      seen.push(...(answer.text.match(/^b\d+\|/gm) ?? []));
      section = (answer.chunk_info?.next as { section: string } | null)?.section ?? null;
    }
    expect([...new Set(seen)]).toHaveLength(blocksOf(file).length);
  });

  test('[FL-11] two sections with one heading: by name ambiguous with both indexes, by index right', () => {
    const file = open(richDocx());
    try {
      readDocx(file, selectors({ section: 'Summary' }));
      expect.unreachable();
    } catch (cause) {
      expect((cause as { error: object }).error).toMatchObject({ reason: 'ambiguous_section', candidates: [0, 3] });
    }
    expect(readDocx(file, selectors({ section: 3 })).text).toContain('wide page');
  });

  test('a section that is not there, a block past the end, an unknown view', () => {
    const file = open(plainDocx());
    const reasonOf = (more: Partial<ReadSelectors>) => {
      try {
        readDocx(file, selectors(more));
      } catch (cause) {
        return (cause as { error: { reason: string } }).error.reason;
      }
      return 'none';
    };
    expect(reasonOf({ section: 'Nowhere' })).toBe('unknown_section');
    expect(reasonOf({ section: 9 })).toBe('index_out_of_range');
    expect(reasonOf({ section: 'b9' })).toBe('index_out_of_range');
    expect(reasonOf({ view: 'raw' })).toBe('bad_selector');
  });
});

test('sections cover all blocks once', () => {
  const blocks = blocksOf(open(richDocx()));
  const sections = sectionsOf(blocks);
  expect(
    sections.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
  ).toEqual(blocks.map(({ index }) => index));
});
