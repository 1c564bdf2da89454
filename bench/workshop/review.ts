import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editXlsx, writeXlsxTable } from '../../packages/files/src/xlsx/index.ts';
import { type Bench, median } from '../bench.ts';
import { tableColumns, tableRows } from '../files/xlsx-input.ts';
import { must, timed } from '../timing.ts';
import { startBench } from './server.ts';

const ROWS = 200_000;
const ROUNDS = 3;

/** Each round has a server of its own folder and another changed cell, so that neither side is known from before. */
export const reviewing: Bench = {
  ids: ['review-one-cell'],
  run: async ({ folder, say }) => {
    const path = join(folder, 'table.xlsx');
    say(`writing ${ROWS} × 20 cells`);
    await must(writeXlsxTable(path, { sheet: 'Data', columns: tableColumns, batches: tableRows(ROWS) }));
    const bytes = await readFile(path);
    const [reviews, maps]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const edited = join(folder, `edited-${round}.xlsx`);
      const cell = `E${100_000 + round}`;
      await must(
        editXlsx({
          source: bytes,
          operations: [{ op: 'set_cells', sheet: 'Data', cells: [{ cell, value: 42 + round }] }],
          stagingPath: edited,
        }),
      );
      const bench = await startBench(join(folder, `data-${round}`));
      try {
        const id = await bench.create([
          ['table.xlsx', bytes],
          ['note.txt', Buffer.from('A note\n')],
        ]);
        const said = await bench.say(id, 'Change a cell', { 'table.xlsx': await readFile(edited) });
        if (!said.revisionId) throw new Error('there is no Draft');
        const map = (name: string) => timed(() => must(bench.client.WorkbenchFileMap({ workbenchId: id, path: name })));
        await map('note.txt'); // the workers start
        maps.push(await map('table.xlsx'));
        reviews.push(
          await timed(async () => {
            const { answer } = await must(bench.client.ReviewOpen({ workbenchId: id, path: 'table.xlsx' }));
            if (!JSON.stringify(answer).includes(cell)) throw new Error(JSON.stringify(answer).slice(0, 400));
          }),
        );
        say(`review ${reviews.at(-1)?.toFixed(0)} ms, map ${maps.at(-1)?.toFixed(0)} ms`);
      } finally {
        await bench.stop();
      }
    }
    return [{ id: 'review-one-cell', value: median(reviews), unit: 'ms', yardstick: median(maps) }];
  },
};
