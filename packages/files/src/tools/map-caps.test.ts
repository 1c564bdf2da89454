import { expect, test } from 'vitest';
import { capMap, mapBytes, mapWithin } from './map-caps.ts';

const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('a small map passes untouched', () => {
  const map = { path: 'a', sections: [{ index: 0, heading: 'One' }], warnings: [] };
  expect(capMap(map, 'full')).toEqual(map);
});

test('chunk lists and samples go first, then the tails of long lists with the part that brings them back', () => {
  const list = Array.from({ length: 20 }, (_, at) => `${at}-${'x'.repeat(100)}`);
  const some = {
    sample: [{ a: 'y'.repeat(100) }],
    chunks: { count: 20, list },
    keep: Array.from({ length: 49 }, () => ({ a: 'k'.repeat(98), b: 'k'.repeat(98), c: 'k'.repeat(98) })),
  };
  const first = capMap(some, 'compact');
  expect(first).not.toHaveProperty('sample');
  expect(first.chunks).toEqual({ count: 20 });
  expect(first.keep).toHaveLength(49);
  const headings = Array.from({ length: 2_000 }, (_, at) => ({ level: 1, text: `Heading ${at}`, line: at }));
  const second = capMap({ headings, warnings: ['w'] }, 'full');
  expect(second.headings).toEqual(headings.slice(0, 50));
  expect(second.omitted).toEqual([{ what: 'headings', shown: 50, total: 2_000, part: 'headings:51-100' }]);
  expect(second.warnings).toEqual(['w']);
});

test('sections keep their counts, sheets their names and used ranges, however many there are', () => {
  const sheets = Array.from({ length: 180 }, (_, index) => ({
    index,
    name: `Sheet ${index}`,
    used_range: 'A1:H180',
    row_count: 180,
    regions: Array.from({ length: 12 }, (_, id) => ({
      id: `r${id}`,
      headers: Array.from({ length: 30 }, (__, at) => `col ${at}`),
    })),
  }));
  const capped = capMap({ sheet_count: 180, sheets }, 'compact');
  expect(size(capped)).toBeLessThanOrEqual(mapBytes.compact);
  expect(capped.sheets).toEqual(
    sheets.map(({ index, name, used_range, row_count }) => ({ index, name, used_range, row_count })),
  );
});

test('file text in a map is cut at 120 characters and cannot steer a terminal', () => {
  const capped = capMap(
    { headings: [{ text: 'é'.repeat(200) }, { text: 'a\u202eb\u0007' }], path: 'p'.repeat(200) },
    'full',
  );
  const [first, second] = capped.headings as { text: string }[];
  expect(first?.text).toBe(`${'é'.repeat(119)}…`);
  expect(second?.text).toBe('a\\u202eb\\u0007');
  expect(capped.path).toHaveLength(200);
});

test('parts that somebody named keep all they have while others are shed, and give way only where they do not fit', () => {
  const sheets = Array.from({ length: 180 }, (_, index) => ({
    index,
    name: `Sheet ${index}`,
    regions: [{ id: 'r1', headers: Array.from({ length: 12 }, (__, at) => `col ${at} of ${index}`) }],
  }));
  const sections = Array.from({ length: 90 }, (_, index) => ({ index, heading: `Part ${index}`, blocks: [1, 2] }));
  const small = mapWithin({ path: 'a', sheets, sections }, 7_200, new Set(['Sheet 170', 'Part 80']));
  expect(size(small)).toBeLessThanOrEqual(7_200);
  expect(small.sheets).toContainEqual(sheets[170]);
  expect(small.sheets).not.toContainEqual(sheets[1]);
  expect(small.sections).toEqual([sections[80]]);
  const tiny = mapWithin({ path: 'a', sheets }, 300, new Set(['Sheet 170']));
  expect(size(tiny)).toBeLessThanOrEqual(300);
});
