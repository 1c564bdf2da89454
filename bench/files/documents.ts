import { join } from 'node:path';
import { createMemoryHost } from '@atelier/files';
import { openFiles } from '@atelier/files/testing';
import { openPdf } from '../../packages/files/src/pdf/pdfium.ts';
import { diffText } from '../../packages/files/src/review/text-diff.ts';
import { openText } from '../../packages/files/src/text/text-file.ts';
import { type Bench, median, percentile } from '../bench.ts';
import { lines, pages } from './inputs.ts';

const timed = async (work: () => unknown): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

export const documents: Bench = {
  ids: ['pdf-text', 'line-diff', 'small-op'],
  run: async ({ folder, say }) => {
    say('pdf text of 500 pages');
    const report = await pages(500);
    const readAll = async (): Promise<void> => {
      const pdf = await openPdf(report);
      let length = 0;
      for (let at = 0; at < pdf.pageCount; at++) length += pdf.page(at, (page) => page.text().length);
      pdf.close();
      if (length < 500 * 1_000) throw new Error('the pages were not read');
    };
    await readAll();
    const pdfText = [await timed(readAll), await timed(readAll), await timed(readAll)];

    say('line diff of 200,000 lines');
    const [before, after] = [lines(200_000, false), lines(200_000, true)];
    const compare = (): void => {
      if (diffText(openText(before), openText(after), {}).stats.hunks !== 200)
        throw new Error('200 edits are 200 hunks');
    };
    compare();
    const diffs = [await timed(compare), await timed(compare), await timed(compare)];

    say('small operations in warm workers');
    const host = createMemoryHost();
    const files = openFiles(host, { folder: join(folder, 'layer') });
    try {
      const samples: number[] = [];
      for (let turn = 0; turn < 60; turn++) {
        const path = `note${turn}.md`;
        const took = async (work: () => Promise<{ readonly ok: boolean }>): Promise<void> => {
          const started = performance.now();
          const { ok } = await work();
          if (!ok) throw new Error('a small operation failed');
          samples.push(performance.now() - started);
        };
        host.put(path, Buffer.from(`# Note ${turn}\n\n${'some text\n'.repeat(50)}`));
        await took(() => files.call('get_file_map', { path }));
        await took(() => files.call('read_file', { path }));
        await took(() => files.call('edit_text_file', { path, edits: [{ op: 'append', text: 'more' }] }));
        if (turn % 3 === 0) {
          const book = `book${turn}.xlsx`;
          await took(() =>
            files.call('xlsx_operations', {
              path: book,
              create_new: true,
              operations: [
                { op: 'ensure_sheet', sheet: 'S' },
                {
                  op: 'set_range',
                  sheet: 'S',
                  start: 'A1',
                  values: [
                    ['a', 'b'],
                    [1, turn],
                  ],
                },
              ],
            }),
          );
          await took(() => files.call('get_file_map', { path: book }));
          await took(() => files.call('read_file', { path: book }));
          await took(() =>
            files.call('xlsx_operations', {
              path: book,
              operations: [{ op: 'set_cells', sheet: 'S', cells: [{ cell: 'B2', value: turn + 1 }] }],
            }),
          );
        }
      }
      return [
        { id: 'pdf-text', value: median(pdfText), unit: 'ms' },
        { id: 'line-diff', value: median(diffs), unit: 'ms' },
        // The first calls start the workers; a warm one is what the row is about.
        { id: 'small-op', value: percentile(samples.slice(12), 0.95), unit: 'ms' },
      ];
    } finally {
      await files.close();
    }
  },
};
