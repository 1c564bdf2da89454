import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutated } from '../../fixtures/lib/mutate.ts';
import { seeded } from '../../fixtures/lib/random.ts';
import { oddPrefix, sharedFormulas } from '../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../fixtures/xlsx/rich.ts';
import { diffXlsx, editXlsx, mapXlsx, readXlsx, xlsxGrid, xlsxStyles } from './index.ts';

test('500 damaged workbooks end in data or a refusal, never in a fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xlsx-mutations-'));
  const random = seeded(20_261_115);
  const sources = [rich(), sharedFormulas(), oddPrefix()];
  const outcomes = new Map<string, number>();
  try {
    for (let round = 0; round < 500; round++) {
      const source = sources[round % sources.length] as Buffer;
      const bytes = mutated(source, random);
      const map = await mapXlsx(bytes);
      const sheet = map.ok ? (map.value.sheets.find(({ type }) => type !== 'chartsheet')?.name ?? 'Data') : 'Data';
      const results = [
        map,
        await readXlsx(bytes, { sheet, range: 'A1:H12' }),
        await xlsxGrid(bytes, { sheet }),
        await xlsxStyles(bytes, { sheet }),
        await diffXlsx(source, bytes),
        await editXlsx({
          source: bytes,
          operations: [
            { op: 'set_cells', sheet, cells: [{ cell: 'B3', value: round }] },
            { op: 'insert_rows', sheet, row: 2 },
          ],
          stagingPath: join(folder, 'out.xlsx'),
        }),
      ];
      for (const result of results) {
        const outcome = result.ok ? 'ok' : result.error.reason;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // Both ends must occur, or the damage was none or total.
  expect(outcomes.get('ok') ?? 0).toBeGreaterThan(200);
  expect([...outcomes.keys()].filter((it) => it !== 'ok').length).toBeGreaterThan(3);
}, 180_000);
