import type { FileWorkers } from '@atelier/files';
import type { LogEvent } from '@atelier/kernel/core';
import { expect } from 'vitest';
import { type CellSpec, makeBook } from '../../../files/fixtures/xlsx/book.ts';
import { naiveCells } from '../../../files/fixtures/xlsx/naive-reader.ts';
import { openRunWorld } from './run-world.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRST'];
/** Whole numbers, so that a sum has one right value whatever the order. */
const amountAt = (row: number): number => (row * 7_919) % 1_003;

const calls = (events: readonly LogEvent[]) =>
  events.flatMap(({ kind, data }) =>
    kind === 'tool.called' ? [{ name: String(data.name), input: data.input as Record<string, unknown> }] : [],
  );
const prompts = async (world: Awaited<ReturnType<typeof openRunWorld>>, runStream: string): Promise<string> => {
  const read = await world.storage.log.read(runStream);
  return read.ok ? JSON.stringify(read.value.events) : '';
};

/** Totals of a wide workbook: the map comes first, every read says where, every row counts. */
export const totalsOfAWorkbook = async (workers: FileWorkers, rows: number): Promise<void> => {
  const cells: Record<string, CellSpec> = {};
  letters.forEach((letter, at) => {
    cells[`${letter}1`] = at === 0 ? 'Id' : at === 1 ? 'Amount' : `Field ${at}`;
  });
  let sum = 0;
  for (let row = 2; row <= rows + 1; row += 1) {
    letters.forEach((letter, at) => {
      cells[`${letter}${row}`] = at === 1 ? amountAt(row) : at === 0 ? row : `v${(row * at) % 97}`;
    });
    sum += amountAt(row);
  }
  const world = await openRunWorld({ workers });
  const id = await world.create({ 'wide.xlsx': makeBook({ sheets: [{ name: 'Data', cells }] }) });
  await world.turn(id, 'Total Amount in wide.xlsx');
  expect(world.faults).toEqual([]);
  const made = calls(await world.events(id));
  const isMap = ({ name }: { name: string }) => /_map$|^list_files$|describe$|^recall_tool_result$/.test(name);
  const firstRead = made.findIndex((call) => !isMap(call));
  expect(made.slice(0, Math.max(firstRead, 1)).some(isMap)).toBe(true);
  for (const { name, input } of made.filter((call) => !isMap(call)))
    expect([name, input.sheet ?? input.range ?? input.sql ?? input.columns ?? input.tables]).not.toEqual([
      name,
      undefined,
    ]);
  const [answer] = await world.answers(id);
  expect(answer?.text).toContain(
    `over all ${rows.toLocaleString('en-US')} rows`.replace(',', answer?.text.includes(',') ? ',' : ''),
  );
  expect(answer?.text.replaceAll(',', '')).toContain(String(sum));
  expect((await world.at(id)).draft).toBeNull();
  await world.close();
};

/** Totals per region of a long csv into a workbook: table tools alone read it, and no prompt has its rows. */
export const totalsOfACsv = async (workers: FileWorkers, rows: number): Promise<void> => {
  const regions = ['North', 'South', 'East', 'West'];
  const sums = new Map(regions.map((region) => [region, 0]));
  const lines = ['Id,Region,Amount,Note'];
  for (let row = 0; row < rows; row += 1) {
    const region = regions[row % regions.length] ?? '';
    const amount = amountAt(row);
    sums.set(region, (sums.get(region) ?? 0) + amount);
    lines.push(`${row},${region},${amount},note-${row}-of-the-long-file`);
  }
  const world = await openRunWorld({ workers });
  const id = await world.create({ 'long.csv': `${lines.join('\n')}\n` });
  await world.turn(id, 'Total Amount by Region in long.csv and save it as totals.xlsx');
  expect(world.faults).toEqual([]);
  const made = calls(await world.events(id));
  const reading = made.filter(({ input }) => input.path === 'long.csv');
  expect(reading.length).toBeGreaterThan(0);
  for (const { name } of reading) expect(name).toMatch(/^table_|^get_file_(map|info)$/);
  const bench = await world.at(id);
  const tree = bench.draft && bench.revisions.get(bench.draft.revisionId)?.tree;
  const entries = tree ? ((await world.content.trees.get(tree))?.entries ?? {}) : {};
  const [answer] = await world.answers(id);
  expect(Object.keys(entries).toSorted(), answer?.text).toEqual(['long.csv', 'totals.xlsx']);
  const book = await world.content.blobs.get(entries['totals.xlsx']?.blob as never);
  const sheet = [...naiveCells(Buffer.from(book ?? []), 'Sheet1').values()].map(({ value }) => String(value));
  for (const [region, sum] of sums) {
    expect(sheet).toContain(region);
    expect(sheet).toContain(String(sum));
  }
  const asked = await prompts(world, `run/${id}`);
  expect(asked).not.toContain(`note-${Math.floor(rows / 2)}-of-the-long-file`);
  await world.close();
};

/** A total over a table of many columns of words: looking at them all may not take more memory than the engine has. */
export const totalOfManyColumns = async (workers: FileWorkers, columns: number, rows: number): Promise<void> => {
  const lines = [['Id', 'Amount', ...Array.from({ length: columns }, (_, at) => `Field ${at}`)].join(',')];
  let sum = 0;
  for (let row = 0; row < rows; row += 1) {
    sum += amountAt(row);
    lines.push([row, amountAt(row), ...Array.from({ length: columns }, (_, at) => `v${(row * at) % 97}`)].join(','));
  }
  const world = await openRunWorld({ workers });
  const id = await world.create({ 'many.csv': `${lines.join('\n')}\n` });
  await world.turn(id, 'Total Amount in many.csv');
  const [answer] = await world.answers(id);
  expect(answer?.text.replaceAll(',', '')).toContain(String(sum));
  await world.close();
};
