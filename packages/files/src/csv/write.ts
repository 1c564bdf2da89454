import type { CsvFile } from './csv-file.ts';
import type { Row, Table } from './table-edit.ts';

/** The bytes of an edited table. Runs of untouched records are copied as they lie, blank lines between them included. */
export const tableBytes = (table: Table): Buffer => {
  const { file } = table;
  const encode = (text: string) => {
    const encoded = file.text.codec.encode(text);
    if (!encoded.ok) throw new Error('delimiters and line breaks exist in every encoding');
    return encoded.value;
  };
  const delimiter = encode(file.dialect.delimiter);
  const newline = encode(file.newline);
  const pieces: Buffer[] = [leadIn(file)];
  if (table.headerCells)
    pieces.push(joined(table.headerCells, delimiter), file.firstRow === 1 ? breakOf(file, 0, newline) : newline);
  else if (file.firstRow === 1) pieces.push(span(file, 0, 0));

  for (let at = 0; at < table.rows.length; at++) {
    const row = table.rows[at] as Row;
    if (row.cells)
      pieces.push(joined(row.cells, delimiter), row.record === null ? newline : breakOf(file, row.record, newline));
    else if (row.record !== null) {
      const first = row.record;
      let last = first;
      while (isNext(table.rows[at + 1], last)) {
        at += 1;
        last += 1;
      }
      pieces.push(span(file, first, last));
      // Only the last record can lack a line break, and it may no longer be the last.
      if (last === file.records.count - 1 && breakOf(file, last, Buffer.alloc(0)).length === 0) pieces.push(newline);
    }
  }
  const whole = Buffer.concat(pieces);
  return endedOpen(file) && whole.subarray(-newline.length).equals(newline)
    ? whole.subarray(0, -newline.length)
    : whole;
};

const isNext = (row: Row | undefined, record: number): boolean =>
  row !== undefined && row.cells === null && row.record === record + 1;

/** Byte order mark and preamble. */
const leadIn = (file: CsvFile): Buffer => {
  const { bom_length } = file.text.encoding;
  const from =
    file.records.count === 0
      ? file.text.bytes.length
      : bom_length + (file.records.starts[0] ?? 0) * file.text.codec.unit;
  return file.text.bytes.subarray(0, from);
};

/** Records first…last and the blank lines that follow them. */
const span = (file: CsvFile, first: number, last: number): Buffer => {
  const end = last + 1 < file.records.count ? (file.records.starts[last + 1] ?? 0) : endOf(file);
  return file.bytesBetween(file.records.starts[first] ?? 0, end);
};

const endOf = (file: CsvFile): number =>
  (file.text.bytes.length - file.text.encoding.bom_length) / file.text.codec.unit;

const breakOf = (file: CsvFile, record: number, fallback: Buffer): Buffer => {
  const [end = 0, next = 0] = [file.records.ends[record], file.records.nexts[record]];
  const following = record + 1 < file.records.count ? (file.records.starts[record + 1] ?? next) : endOf(file);
  return end === next ? fallback : file.bytesBetween(end, following);
};

const endedOpen = (file: CsvFile): boolean => {
  const last = file.records.count - 1;
  return last >= 0 && file.records.ends[last] === file.records.nexts[last];
};

const joined = (cells: readonly Buffer[], delimiter: Buffer): Buffer =>
  Buffer.concat(cells.flatMap((cell, at) => (at === 0 ? [cell] : [delimiter, cell])));
