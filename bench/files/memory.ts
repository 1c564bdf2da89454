import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMemoryHost } from '@atelier/files';
import { openFiles } from '@atelier/files/testing';
import { writeXlsxTable } from '../../packages/files/src/xlsx/index.ts';
import type { Bench } from '../bench.ts';
import { lines, pages } from './inputs.ts';
import { tableColumns, tableRows } from './xlsx-input.ts';

const MB = 1024 * 1024;
const ROWS = 200_000;

/** The heaviest jobs that need no engine, each in a process that is measured: its worker, or one of its own. */
export const memory: Bench = {
  ids: ['memory-other'],
  run: async ({ folder, say }) => {
    const book = join(folder, 'table.xlsx');
    say(`writing ${ROWS} × 20 cells`);
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--no-warnings',
      join(import.meta.dirname, 'write-process.ts'),
      book,
      String(ROWS),
    ]);
    const written = Number(stdout) / 1024;
    const host = createMemoryHost();
    const files = openFiles(host, { folder: join(folder, 'layer'), maxBytes: 256 * MB });
    const must = async (job: string, work: Promise<{ readonly ok: boolean }>): Promise<void> => {
      say(job);
      const answer = await work;
      if (!answer.ok || 'diff_error' in answer) throw new Error(`${job}: ${JSON.stringify(answer).slice(0, 300)}`);
    };
    try {
      host.put('report.pdf', await pages(500));
      host.put('long.txt', lines(200_000, false));
      host.put('book.xlsx', await readFile(book));
      host.beginDraft();
      host.put('long.txt', lines(200_000, true));
      await must('mapping the pdf', files.call('get_file_map', { path: 'report.pdf' }));
      await must('comparing the lines', files.review.get('long.txt'));
      await must('mapping the workbook', files.call('get_file_map', { path: 'book.xlsx' }));
      await must(
        'editing the workbook',
        files.call('xlsx_operations', {
          path: 'book.xlsx',
          operations: [{ op: 'set_cells', sheet: 'Data', cells: [{ cell: 'E100000', value: 42 }] }],
        }),
      );
      const review = await files.review.get('book.xlsx');
      await must('comparing the workbook', Promise.resolve(review.ok ? { ...review.value, ok: true } : review));
      const peaks = {
        written,
        parse: files.workers.peakBytes('parse') / MB,
        media: files.workers.peakBytes('media') / MB,
      };
      say(
        Object.entries(peaks)
          .map(([name, peak]) => `${name} ${Math.round(peak)} MB`)
          .join(', '),
      );
      return [{ id: 'memory-other', value: Math.max(...Object.values(peaks)), unit: 'MB' }];
    } finally {
      await files.close();
    }
  },
};

/** For the child: writes the workbook and prints the most it had resident, in KB. */
export const writeMeasured = async (path: string, rows: number): Promise<number> => {
  const made = await writeXlsxTable(path, { sheet: 'Data', columns: tableColumns, batches: tableRows(rows) });
  if (!made.ok) throw new Error(made.error.message);
  return process.resourceUsage().maxRSS;
};
