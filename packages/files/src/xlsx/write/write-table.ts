import { readFile, rm } from 'node:fs/promises';
import { ns } from '../../package/namespaces.ts';
import { refuseOp } from '../../package/refusal.ts';
import { openZip } from '../../package/zip-read.ts';
import { writeZipFile, type ZipItem } from '../../package/zip-write.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import { MAX_COL, MAX_ROW } from '../ref.ts';
import { workbookItems } from './blank-workbook.ts';
import { createRowWriter, type TableColumn, type TableValue } from './row-xml.ts';
import { sheetNameFrom } from './sheet-name.ts';

export type TableSource = {
  readonly sheet: string;
  readonly columns: readonly TableColumn[];
  /** Batches of rows; dates as ISO text in columns typed so. */
  readonly batches: AsyncIterable<readonly (readonly TableValue[])[]>;
};

export type WrittenTable = {
  readonly sheet: string;
  readonly row_count: number;
  readonly column_count: number;
  readonly bytes: number;
  readonly warnings: readonly string[];
};

/** Writes a new workbook of one sheet to `path`, row by row. Texts are texts: nothing becomes a formula. */
export const writeXlsxTable = (path: string, source: TableSource): Promise<FileResult<WrittenTable>> =>
  settle(async () => {
    if (source.columns.length > MAX_COL) refuseOp('limit_cols', `A sheet holds at most ${MAX_COL} columns.`);
    const { name, changed } = sheetNameFrom(source.sheet);
    const writer = createRowWriter(source.columns);
    let rows = 0;
    async function* chunks(): AsyncGenerator<Buffer> {
      writer.raw(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${ns.sheet}"><sheetData>`);
      writer.header();
      for await (const batch of source.batches)
        for (const values of batch) {
          if (++rows >= MAX_ROW) refuseOp('limit_rows', `A sheet holds at most ${MAX_ROW - 1} rows below its header.`);
          writer.row(rows + 1, values);
          if (writer.size() >= FLUSH) yield writer.take();
        }
      writer.raw('</sheetData></worksheet>');
      yield writer.take();
    }
    const sheet: ZipItem = { from: 'chunks', name: 'xl/worksheets/sheet1.xml', chunks: chunks() };
    try {
      const { length } = await writeZipFile(path, [...workbookItems([name]), sheet]);
      // The directory is read back; content checksums were made from the very bytes that were deflated.
      openZip(await readFile(path));
      const { cut, cleaned } = writer.problems();
      return {
        sheet: name,
        row_count: rows,
        column_count: source.columns.length,
        bytes: length,
        warnings: [
          ...(changed ? [`sheet_renamed:${name}`] : []),
          ...(cut > 0 ? [`text_cut:${cut}`] : []),
          ...(cleaned > 0 ? [`characters_removed:${cleaned}`] : []),
        ],
      };
    } catch (cause) {
      await rm(path, { force: true });
      throw cause;
    }
  });

const FLUSH = 256 * 1024;
