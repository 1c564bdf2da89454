import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { entryBytes, openZip, rawBytes } from '../../packages/files/src/package/index.ts';
import { diffXlsx, editXlsx, mapXlsx, readXlsx, writeXlsxTable } from '../../packages/files/src/xlsx/index.ts';
import { type Bench, median, type Row } from '../bench.ts';
import { tableColumns, tableRows } from './xlsx-input.ts';

const ROWS = 200_000;
const ROUNDS = 3;

/** Milliseconds of one run; a refusal is a broken bench, not a figure. */
const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  const result = await work();
  if (typeof result === 'object' && result !== null && 'ok' in result && result.ok !== true)
    throw new Error(`refused: ${JSON.stringify(result)}`);
  return performance.now() - start;
};

/** Job and yardstick take turns, so that a busy moment of the machine hits both. */
const sideBySide = async (
  job: () => unknown,
  yardstick: () => unknown,
): Promise<{ value: number; yardstick: number }> => {
  const [values, yards]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    yards.push(await timed(yardstick));
    values.push(await timed(job));
  }
  return { value: median(values), yardstick: median(yards) };
};

export const xlsxBench: Bench = {
  ids: ['xlsx-map', 'xlsx-range', 'xlsx-edit', 'xlsx-diff', 'xlsx-write'],
  run: async ({ folder, say }) => {
    const rows: Row[] = [];
    const add = (id: string, figures: { value: number; yardstick: number }) => {
      say(`${id}: ${Math.round(figures.value)} ms against ${Math.round(figures.yardstick)} ms`);
      rows.push({ id, unit: 'ms', ...figures });
    };
    const path = join(folder, 'table.xlsx');
    const edited = join(folder, 'edited.xlsx');
    const write = () => writeXlsxTable(path, { sheet: 'Data', columns: tableColumns, batches: tableRows(ROWS) });
    await timed(write);
    const bytes = await readFile(path);
    const inflate = () => {
      const zip = openZip(bytes);
      for (const entry of zip.entries) inflateRawSync(rawBytes(zip, entry));
    };
    add('xlsx-map', await sideBySide(() => mapXlsx(bytes), inflate));
    add('xlsx-range', await sideBySide(() => readXlsx(bytes, { sheet: 'Data', range: 'A100010:T100059' }), inflate));
    const edit = () =>
      editXlsx({
        source: bytes,
        operations: [{ op: 'set_cells', sheet: 'Data', cells: [{ cell: 'E100000', value: 42 }] }],
        stagingPath: edited,
      });
    add('xlsx-edit', await sideBySide(edit, inflate));
    const after = await readFile(edited);
    add(
      'xlsx-diff',
      await sideBySide(
        () => diffXlsx(bytes, after),
        () => mapXlsx(bytes),
      ),
    );
    const zip = openZip(bytes);
    const sheet = zip.byName.get('xl/worksheets/sheet1.xml');
    if (!sheet) throw new Error('the written workbook has no sheet');
    const xml = entryBytes(zip, sheet);
    add('xlsx-write', await sideBySide(write, () => deflateRawSync(xml, { level: 6 })));
    return rows;
  },
};
