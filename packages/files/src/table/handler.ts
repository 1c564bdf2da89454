import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editCsv } from '../csv/edit-csv.ts';
import { acceptChanges, listChanges, reviewTable } from '../review/text-handlers.ts';
import { textHandler } from '../text/handler.ts';
import { readLines } from '../text/read.ts';
import { openText } from '../text/text-file.ts';
import { settle } from '../tools/errors.ts';
import type { KindHandler, ReadAnswer, Source } from '../tools/kind-handler.ts';
import { cachedPath } from './cache-path.ts';

const shownRows = 20;
const headBytes = 512 * 1024;

/** Delimited files. Maps and queries are the sql worker's; reading raw lines and editing records needs no engine. */
export const tableHandler: KindHandler = {
  kind: 'table',
  info: (source, { temp, cache }) =>
    settle(async () => {
      const database = cachedPath(source, join(cache, 'tabular'));
      // Light facts only: a table nobody asked about yet is not loaded for its row count.
      if (!existsSync(database)) return {};
      // The engine's native code is loaded where it is used: other workers may edit tables without it.
      const [{ openDuck }, { factsOf }] = await Promise.all([import('./duck.ts'), import('./session.ts')]);
      const duck = await openDuck({ file: database, temp, readOnly: true });
      try {
        return { row_count: (await factsOf(duck)).row_count };
      } finally {
        duck.close();
      }
    }),
  map: () => {
    throw new Error('tables are mapped by the sql worker');
  },
  read: (source, selectors) =>
    settle(async () => {
      if (selectors.line_start === null && selectors.line_count === null) return firstRows(source);
      return readLines(openText(await readFile(source.file)), selectors);
    }),
  edit: (request, workspace) => {
    if (request.tool === 'csv_operations') return settle(() => editCsv(request));
    if (!textHandler.edit) throw new Error('text can be edited');
    return textHandler.edit(request, workspace);
  },
  diff: (request) => settle(() => reviewTable(request)),
  changes: (request) => settle(() => listChanges(request, 'table')),
  accept: (request) => settle(() => acceptChanges(request, 'table')),
};

/** A look at the head of the file, and where to go from there. */
const firstRows = async (source: Source): Promise<ReadAnswer> => {
  const handle = await open(source.file);
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(headBytes), 0, headBytes, 0)
    .finally(() => handle.close());
  const isWhole = bytesRead === source.size_bytes;
  const file = openText(isWhole ? buffer.subarray(0, bytesRead) : wholeLines(buffer.subarray(0, bytesRead)));
  const answer = readLines(file, { line_start: 1, line_count: shownRows + 1, view: null });
  if (isWhole && !answer.chunk_info) return answer;
  const pointer = 'Use table_describe, table_read_rows or table_query for the rest; line_start reads raw lines.';
  return { ...answer, warnings: [...answer.warnings, `first_rows_only: ${pointer}`] };
};

const wholeLines = (bytes: Buffer): Buffer => {
  const last = bytes.lastIndexOf(0x0a);
  return last === -1 ? bytes : bytes.subarray(0, last + 1);
};
