import { encodeOrRefuse, preferredNewline, type TextFile } from '../text/text-file.ts';
import { refusal } from '../tools/errors.ts';
import { type Dialect, newDialect, sniffDialect } from './dialect.ts';
import { type Codes, codesOf, fieldsOf, indexRecords, type RecordIndex } from './records.ts';

/** A csv by its bytes: records are found once, fields are cut and decoded when asked for. */
export type CsvFile = {
  readonly text: TextFile;
  readonly dialect: Dialect;
  readonly newline: string;
  readonly records: RecordIndex;
  /** The first record that is data, after preamble and header. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly rawFields: (record: number) => readonly Buffer[];
  readonly bytesBetween: (from: number, to: number) => Buffer;
  readonly decode: (raw: Uint8Array) => string;
  readonly encode: (value: string, op_index: number) => Buffer;
};

const largest = 128 * 1024 * 1024;
const headBytes = 256 * 1024;

export const openCsv = (text: TextFile, extension: string): CsvFile => {
  if (text.bytes.length > largest) {
    throw refusal('LIMIT_FILE_SIZE', 'too_large', 'csv_operations takes files up to 128 MB.', {
      hint: 'Write the result of a query with table_export instead.',
    });
  }
  const { codec, encoding, bytes } = text;
  const body = bytes.subarray(encoding.bom_length);
  const codes: Codes = codesOf(body, codec.name);
  const dialect = dialectOf(text, extension);
  const delimiter = dialect.delimiter.charCodeAt(0);
  const skipped =
    (text.starts[Math.min(dialect.skip_rows, text.lineCount)] ?? encoding.bom_length) - encoding.bom_length;
  const records = indexRecords(codes, skipped / codec.unit, delimiter);
  const firstRow = dialect.has_header && records.count > 0 ? 1 : 0;
  const bytesBetween = (from: number, to: number) => body.subarray(from * codec.unit, to * codec.unit);
  return {
    text,
    dialect,
    newline: preferredNewline(text),
    records,
    firstRow,
    rowCount: records.count - firstRow,
    rawFields: (record) => fieldsOf(codes, records, record, delimiter).map(({ from, to }) => bytesBetween(from, to)),
    bytesBetween,
    decode: (raw) => unquote(codec.decode(raw)),
    encode: (value, op_index) => encodeOrRefuse(codec, quoteIfNeeded(value, dialect.delimiter), op_index),
  };
};

/** Lines with a quote that opens and never closes, for warnings. */
export const strayQuotes = ({ text, records, dialect }: CsvFile): readonly string[] => {
  const { bom_length } = text.encoding;
  return records.stray.map((record) => {
    const byte = bom_length + (records.starts[record] ?? 0) * text.codec.unit;
    const line = text.starts.findIndex((start) => start > byte);
    return `unbalanced_quote:line ${line === -1 ? dialect.skip_rows + record + 1 : line}`;
  });
};

export const dialectOf = (text: TextFile, extension: string): Dialect => {
  if (text.lineCount === 0) return newDialect(extension);
  const { codec, encoding, bytes } = text;
  const end = Math.min(bytes.length, encoding.bom_length + headBytes);
  return sniffDialect(codec.decode(bytes.subarray(encoding.bom_length, end)), end === bytes.length, extension);
};

const unquote = (raw: string): string => {
  if (!raw.startsWith('"')) return raw;
  const close = raw.lastIndexOf('"');
  // A quote that closes nowhere is a character like any other.
  return close === 0 ? raw : raw.slice(1, close).replaceAll('""', '"') + raw.slice(close + 1);
};

export const quoteIfNeeded = (value: string, delimiter: string): string =>
  value.includes(delimiter) || /["\r\n]/.test(value) || /^\s|\s$/.test(value)
    ? `"${value.replaceAll('"', '""')}"`
    : value;
