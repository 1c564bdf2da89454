import { expect, test, vi } from 'vitest';
import { blockSize, createRowBlocks } from './row-blocks.ts';

const sheet = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => [`r${from + at}`]);

test('only what is in sight is fetched, once, and the last block ends with the sheet', async () => {
  const load = vi.fn(async (from: number, to: number) => sheet(from, to));
  const blocks = createRowBlocks(450, load);
  blocks.show(390, 449);
  blocks.show(390, 449);
  await vi.waitFor(() => expect(blocks.row(449)).toEqual(['r449']));
  expect(load.mock.calls).toEqual([
    [200, 400],
    [400, 450],
  ]);
  expect(blocks.row(10)).toBeUndefined();
});

test('rows that did not come are said so and asked for again when they are seen again', async () => {
  let works = false;
  const blocks = createRowBlocks(100, async (from, to) => {
    if (!works) throw new Error('away');
    return sheet(from, to);
  });
  blocks.show(0, 20);
  await vi.waitFor(() => expect(blocks.hasFailed(5)).toBe(true));
  works = true;
  blocks.show(0, 20);
  await vi.waitFor(() => expect(blocks.row(5)).toEqual(['r5']));
});

test('what was in sight longest ago is forgotten first', async () => {
  const blocks = createRowBlocks(5 * blockSize, async (from, to) => sheet(from, to), 2);
  for (const number of [0, 1, 2]) {
    blocks.show(number * blockSize, number * blockSize);
    await vi.waitFor(() => expect(blocks.row(number * blockSize)).toBeDefined());
  }
  expect(blocks.row(0)).toBeUndefined();
  expect(blocks.row(blockSize)).toBeDefined();
});

test('a span across blocks is read whole, whatever of it is here', async () => {
  const blocks = createRowBlocks(1000, async (from, to) => sheet(from, to));
  const rows = await blocks.read(198, 402);
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([205, ['r198'], ['r402']]);
});
