import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Dialect } from '../csv/dialect.ts';
import { fieldsOf, indexRecords } from '../csv/records.ts';
import { refusal } from '../tools/errors.ts';

export type Rejected = {
  readonly count: number;
  readonly first: readonly { readonly line: number; readonly error: string }[];
};
export type Normalised = { readonly rejected: Rejected; readonly padded: number; readonly rows: number };

/** A handful of broken lines is worth showing in any file; beyond that a hundredth is too many to trust the rest. */
const always = 10;
const most = 1_000;

/**
 * Rewrites a UTF-8 table in the plainest dialect: short rows padded, over-long rows left out and listed.
 * The engine's reader takes ragged files for one column, or not at all.
 */
export const normaliseTable = async (file: string, output: string, dialect: Dialect): Promise<Normalised> => {
  const bytes = await readFile(file);
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const delimiter = dialect.delimiter.charCodeAt(0);
  const index = indexRecords(bytes, lineStart(bytes, bom, dialect.skip_rows), delimiter);
  const handle = openSync(output, 'w');
  const first: { line: number; error: string }[] = [];
  let [count, padded, rows, pending, line, lineAt] = [0, 0, 0, '', 1, 0];
  try {
    for (let record = dialect.has_header ? 1 : 0; record < index.count; record++) {
      let fields = fieldsOf(bytes, index, record, delimiter);
      while (fields.length > dialect.width && isEmpty(fields.at(-1))) fields = fields.slice(0, -1);
      if (fields.length > dialect.width) {
        count += 1;
        const start = index.starts[record] ?? 0;
        line += newlines(bytes, lineAt, start);
        lineAt = start;
        if (first.length < 5) first.push({ line, error: `${fields.length} fields, expected ${dialect.width}` });
        continue;
      }
      if (fields.length < dialect.width) padded += 1;
      rows += 1;
      const cells = fields.map(({ from, to }) => canonical(bytes.toString('utf8', from, to)));
      pending += `${cells.concat(Array.from({ length: dialect.width - cells.length }, () => '')).join(',')}\n`;
      if (pending.length > 1 << 20) {
        writeSync(handle, pending);
        pending = '';
      }
    }
    writeSync(handle, pending);
  } finally {
    closeSync(handle);
  }
  if (count > most || (count > always && count * 100 > rows + count)) {
    throw refusal(
      'FILE_READ_FAILED',
      'csv_rows_rejected',
      `${count} of ${rows + count} rows do not fit the ${dialect.width} columns.`,
      {
        hint: 'Read the file as text to see its shape.',
      },
    );
  }
  return { rejected: { count, first }, padded, rows };
};

const isEmpty = (field: { readonly from: number; readonly to: number } | undefined): boolean =>
  field !== undefined && field.from === field.to;

/** An empty field stays bare: quoted it would be text, bare it is nothing. */
const canonical = (raw: string): string => {
  if (raw === '') return '';
  const close = raw.lastIndexOf('"');
  const text =
    raw.startsWith('"') && close > 0 ? raw.slice(1, close).replaceAll('""', '"') + raw.slice(close + 1) : raw;
  return `"${text.replaceAll('"', '""')}"`;
};

const lineStart = (bytes: Buffer, from: number, lines: number): number => {
  let at = from;
  for (let line = 0; line < lines; line++) {
    const lf = bytes.indexOf(0x0a, at);
    if (lf === -1) return at;
    at = lf + 1;
  }
  return at;
};

const newlines = (bytes: Buffer, from: number, to: number): number => {
  let count = 0;
  for (let at = bytes.indexOf(0x0a, from); at !== -1 && at < to; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
};
