import { expect, test } from 'vitest';
import { readBars } from '../bars.ts';
import baseline from '../baseline.json' with { type: 'json' };
import type { Row } from '../bench.ts';
import { judge, shortOf } from '../judge.ts';
import { benches } from './index.ts';

/** The jobs whose speed and memory were promised, by the id of their row. */
const promised = [
  'csv-describe',
  'csv-export',
  'csv-ingest',
  'csv-query-extra',
  'docx-map',
  'docx-replace',
  'line-diff',
  'memory-other',
  'memory-sql',
  'pdf-text',
  'pptx-map',
  'small-op',
  'xlsx-diff',
  'xlsx-edit',
  'xlsx-map',
  'xlsx-range',
  'xlsx-write',
];

test('[FL-65] each promised job has one bench row and a bar; the committed figures hold, and one beyond its bar is named', () => {
  const bars = readBars('files');
  expect(bars.map(({ id }) => id).toSorted()).toEqual(promised);
  const measured = benches.flatMap(({ ids }) => ids);
  expect(measured.filter((id) => promised.includes(id)).toSorted()).toEqual(promised);
  const committed: readonly Row[] = baseline.files.filter(({ id }) => promised.includes(id));
  expect(committed.map(({ id }) => id).toSorted()).toEqual(promised);
  expect(shortOf(committed, bars)).toEqual([]);
  for (const row of committed) {
    const { max = 0 } = bars.find(({ id }) => id === row.id) ?? {};
    expect(judge({ ...row, value: max * (row.yardstick ?? 1) * 1.01 }, bars).holds, row.id).toBe(false);
  }
});
