import { codesOf, fieldsOf, indexRecords } from './records.ts';

/** How a file writes a table. `skip_rows` counts physical lines before the header or the first record. */
export type Dialect = {
  readonly delimiter: string;
  readonly quote_char: '"';
  readonly escape_char: '"';
  readonly skip_rows: number;
  readonly has_header: boolean;
  /** As written; empty when there is no header. */
  readonly header: readonly string[];
  /** Fields of the header, or the commonest number of fields. */
  readonly width: number;
  /** Some of the first records are shorter or longer than the header. */
  readonly ragged: boolean;
};

const delimiters = [',', ';', '\t', '|'] as const;
const delimiterByExtension: Readonly<Record<string, string>> = { tsv: '\t', tab: '\t', psv: '|' };
const sampleRecords = 100;

export const newDialect = (extension: string): Dialect => ({
  delimiter: delimiterByExtension[extension] ?? ',',
  quote_char: '"',
  escape_char: '"',
  skip_rows: 0,
  has_header: true,
  header: [],
  width: 0,
  ragged: false,
});

/**
 * Reads the dialect off the head of a text. A file that is cut by one delimiter in most of its lines is that
 * table, however ragged: taking it for one column would hide every field from the reader.
 */
export const sniffDialect = (head: string, isWhole: boolean, extension: string): Dialect => {
  const told = /^sep=(.)(\r\n|\n|\r)/.exec(head.slice(0, 8));
  if (told?.[1] !== undefined) return toldDialect(head.slice(told[0].length), isWhole, told[1], extension);
  const [best] = delimiters
    .map((delimiter, order) => ({ ...measure(head, isWhole, delimiter), delimiter, order }))
    .filter(({ present }) => present >= 0.8)
    .toSorted((a, b) => b.consistent - a.consistent || b.modal - a.modal || a.order - b.order);
  const base = newDialect(extension);
  const delimiter = best?.delimiter ?? base.delimiter;
  const records = best?.records ?? parseHead(head, isWhole, delimiter);
  return { ...base, delimiter, ...layout(records, best?.modal ?? 1) };
};

/** A first line `sep=;` is for the program that opens the file; the table begins below it. */
const toldDialect = (body: string, isWhole: boolean, delimiter: string, extension: string): Dialect => {
  const { records, modal } = measure(body, isWhole, delimiter);
  const below = layout(records, modal);
  return { ...newDialect(extension), delimiter, ...below, skip_rows: below.skip_rows + 1 };
};

type HeadRecord = { readonly fields: readonly string[]; readonly line: number };

const parseHead = (head: string, isWhole: boolean, delimiter: string): readonly HeadRecord[] => {
  const codes = codesOf(Buffer.from(head, 'utf16le'), 'utf-16le');
  const index = indexRecords(codes, 0, delimiter.charCodeAt(0), sampleRecords + preambleLimit);
  // A record at the cut of the sample may go on behind it.
  const count = isWhole || index.count < 2 ? index.count : index.count - 1;
  return Array.from({ length: count }, (_, at) => ({
    fields: fieldsOf(codes, index, at, delimiter.charCodeAt(0)).map(({ from, to }) => plain(head.slice(from, to))),
    line: linesIn(head.slice(0, index.starts[at])),
  }));
};

const plain = (raw: string): string =>
  raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw;
const linesIn = (text: string): number => (text.match(/\r\n|\n|\r/g) ?? []).length;

const measure = (head: string, isWhole: boolean, delimiter: string) => {
  const records = parseHead(head, isWhole, delimiter);
  const body = records.slice(preambleOf(records, commonest(records.map(({ fields }) => fields.length))));
  const counts = body.map(({ fields }) => fields.length);
  const modal = commonest(counts);
  // Of all records: a delimiter that also cuts the header beats one that must take it for a title.
  const consistent = records.filter(({ fields }) => fields.length === modal).length / Math.max(1, records.length);
  const share = (test: (count: number) => boolean) =>
    counts.length === 0 ? 0 : counts.filter(test).length / counts.length;
  return { records, modal, present: share((count) => count > 1), consistent };
};

/** The commonest number of fields; of two equally common ones the larger, since titles are short. */
const commonest = (counts: readonly number[]): number => {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [best] = [...times].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  return best?.[0] ?? 1;
};

const preambleLimit = 50;

/** Title lines above a table: a lone cell, or a row padded with empty ones. */
const preambleOf = (records: readonly HeadRecord[], modal: number): number => {
  if (modal < 2) return 0;
  const isTitle = ({ fields }: HeadRecord) =>
    fields.length === 1 || (modal >= 3 && fields.filter((field) => field.trim() !== '').length <= 1);
  const first = records.findIndex((record) => !isTitle(record));
  return first <= 0 || first > preambleLimit ? 0 : first;
};

const layout = (
  records: readonly HeadRecord[],
  modal: number,
): Pick<Dialect, 'skip_rows' | 'has_header' | 'header' | 'width' | 'ragged'> => {
  const preamble = preambleOf(records, modal);
  const body = records.slice(preamble);
  const [first] = body;
  const has_header = first !== undefined && isHeader(first.fields);
  const header = has_header ? first.fields : [];
  const width = has_header ? header.length : modal;
  return {
    skip_rows: first?.line ?? 0,
    has_header,
    header,
    width,
    ragged: body.some(({ fields }) => fields.length !== width),
  };
};

const looksLikeValue = /^\s*([-+]?[\d.,\s]*\d%?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?|true|false)\s*$/i;

const isHeader = (fields: readonly string[]): boolean =>
  fields.some((field) => field.trim() !== '') && !fields.some((field) => looksLikeValue.test(field));
