import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ColumnName, columnNames } from '../csv/columns.ts';
import { type Dialect, newDialect, sniffDialect } from '../csv/dialect.ts';
import { extensionOf } from '../detect/formats.ts';
import { type DetectedEncoding, detectEncoding, detectLegacyEncoding } from '../encoding/detect-encoding.ts';
import { refusal } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { type Duck, literal, openDuck, plainLineEnds, quoted, rowsOf } from './duck.ts';
import { type Normalised, normaliseTable } from './normalise.ts';
import { type Scan, scanTable, strayQuoteLine, withoutPartialCharacter } from './scan.ts';
import { type TableColumn, type TableFacts, typeOf } from './types.ts';

const maxColumns = 4_096;
const headBytes = 256 * 1024;

/** Loads a delimited file into a database of its own at `output`. */
export const ingestTable = async (source: Source, output: string, temp: string): Promise<TableFacts> => {
  const head = await headOf(source.file);
  const isWhole = head.length === source.size_bytes;
  const guess = head.length === 0 ? utf8 : detectEncoding(isWhole ? head : withoutPartialCharacter(head));
  if (!guess) throw refusal('FILE_READ_FAILED', 'damaged', 'The file holds NUL bytes and is no table.');
  const extension = extensionOf(source.path);
  const early = dialectOf(head, guess, isWhole, extension);
  const scan = scanTable(source.file, early.delimiter);
  const encoding = guess.encoding === 'utf-8' && !scan.isUtf8 ? detectLegacyEncoding(scan.oddBytes ?? head) : guess;
  const file = encoding.encoding === 'utf-8' ? source.file : await transcoded(source.file, encoding, temp);
  const dialect = encoding === guess ? early : dialectOf(head, encoding, isWhole, extension);
  if (dialect.width > maxColumns) {
    throw refusal(
      'VALIDATION_FAILED',
      'limit_cols',
      `The table has ${dialect.width} columns; at most ${maxColumns} can be read.`,
    );
  }
  const zeros = encoding === guess && encoding.encoding === 'utf-8' ? scan : scanTable(file, dialect.delimiter);
  const names = columnNames(dialect.header, dialect.width);
  const duck = await openDuck({ file: output, temp });
  try {
    const stray = strayQuoteLine(file, dialect.delimiter);
    const shape = stray === undefined ? dialect : { ...dialect, ragged: true };
    const load = await loadRows(duck, file, shape, names, zeros, temp);
    return await describe(duck, source, dialect, names, encoding, head, { ...load, stray });
  } finally {
    duck.close();
  }
};

const utf8: DetectedEncoding = { encoding: 'utf-8', bom_length: 0, confidence: 1, guessed: false };

const headOf = async (file: string): Promise<Buffer> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const dialectOf = (
  head: Buffer,
  { encoding, bom_length }: DetectedEncoding,
  isWhole: boolean,
  extension: string,
): Dialect =>
  head.length === 0
    ? newDialect(extension)
    : sniffDialect(new TextDecoder(encoding).decode(head.subarray(bom_length)), isWhole, extension);

/** The reader refuses the C1 bytes of windows-1252 and every double-byte encoding, so they become UTF-8 first. */
const transcoded = async (file: string, { encoding }: DetectedEncoding, temp: string): Promise<string> => {
  const output = join(temp, 'transcoded.csv');
  const decoder = new TextDecoder(encoding);
  await pipeline(
    createReadStream(file, { highWaterMark: 1 << 20 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    },
    createWriteStream(output),
  );
  return output;
};

const nothingRejected: Normalised = { rejected: { count: 0, first: [] }, padded: 0, rows: 0 };

const loadRows = async (
  duck: Duck,
  file: string,
  dialect: Dialect,
  names: readonly ColumnName[],
  { zeroColumns }: Scan,
  temp: string,
): Promise<Normalised> => {
  if (names.length === 0) {
    await duck.connection.run('CREATE TABLE rows (column1 VARCHAR)');
    return nothingRejected;
  }
  const codes = names.flatMap(({ name }, at) => (zeroColumns.has(at) ? [name] : []));
  const reader = (texts: readonly string[], path: string, delimiter: string, rest: string): string =>
    `read_csv(${literal(path)}, delim=${literal(delimiter)}, quote='"', escape='"', ` +
    `names=[${names.map(({ name }) => literal(name)).join(',')}], max_line_size=16777216, buffer_size=33554432${rest}` +
    `${texts.length > 0 ? `, types={${texts.map((name) => `${literal(name)}: 'VARCHAR'`).join(',')}}` : ''})`;
  const read = async (path: string, delimiter: string, header: boolean, skip: number, sampling: string) => {
    const rest = `, header=${header}, skip=${skip}${sampling}`;
    const load = (texts: readonly string[]) =>
      duck.connection.run(`CREATE OR REPLACE TABLE rows AS FROM ${reader(texts, path, delimiter, rest)}`);
    // Asked first, so that a large file is loaded once. A sample of everything would cost a pass of its own.
    const expected = sampling === '' ? await booleanColumns(duck, reader(codes, path, delimiter, rest)) : [];
    await load([...codes, ...expected]);
    const found = await booleanColumns(duck, 'rows');
    const truths = [...expected, ...found];
    // The reader takes Yes and No for true and false, and would write them so: what people wrote stays.
    if (found.length > 0) await load([...codes, ...truths]);
    for (const name of truths) await asBoolean(duck, name);
  };
  if (!dialect.ragged) {
    for (const sampling of ['', ', sample_size=-1']) {
      try {
        await read(file, dialect.delimiter, dialect.has_header, dialect.skip_rows, sampling);
        return nothingRejected;
      } catch (cause) {
        if (!(cause instanceof Error) || /^(IO|Out of Memory|INTERNAL)/.test(cause.message)) throw cause;
        if (!/^Conversion/.test(cause.message)) break;
      }
    }
  }
  const plain = join(temp, 'plain.csv');
  const normalised = await normaliseTable(file, plain, dialect);
  if (normalised.rows === 0) {
    await duck.connection.run(
      `CREATE OR REPLACE TABLE rows (${names.map(({ name }) => `${quoted(name)} VARCHAR`).join(', ')})`,
    );
  } else await read(plain, ',', false, 0, `, sample_size=-1, ${plainLineEnds}`);
  return normalised;
};

const booleanColumns = async (duck: Duck, table: string): Promise<readonly string[]> =>
  (await rowsOf(duck, `DESCRIBE FROM ${table}`)).rows.flatMap(([name, type]) =>
    type === 'BOOLEAN' ? [String(name)] : [],
  );

/** Only a column of nothing but true and false is one. */
const asBoolean = async (duck: Duck, name: string): Promise<void> => {
  const column = quoted(name);
  const odd = `SELECT count(*) FROM rows WHERE ${column} IS NOT NULL AND lower(${column}) NOT IN ('true', 'false')`;
  const [[count] = []] = (await rowsOf(duck, odd)).rows;
  if (Number(count) === 0) await duck.connection.run(`ALTER TABLE rows ALTER ${column} TYPE BOOLEAN`);
};

const newlineOf = (text: string): string => {
  const [crlf, lf, cr] = [
    text.match(/\r\n/g)?.length ?? 0,
    text.match(/(?<!\r)\n/g)?.length ?? 0,
    text.match(/\r(?!\n)/g)?.length ?? 0,
  ];
  const present = [crlf > 0 ? 'crlf' : '', lf > 0 ? 'lf' : '', cr > 0 ? 'cr' : ''].filter((each) => each !== '');
  return present.length > 1 ? 'mixed' : (present[0] ?? 'none');
};

const describe = async (
  duck: Duck,
  source: Source,
  dialect: Dialect,
  names: readonly ColumnName[],
  encoding: DetectedEncoding,
  head: Buffer,
  { rejected, padded, stray }: Normalised & { readonly stray: number | undefined },
): Promise<TableFacts> => {
  const { rows: described } = await rowsOf(duck, 'DESCRIBE rows');
  const engineTypes = described.map(([, type]) => String(type));
  const columnsAs = await nullsAndCommas(duck, names, engineTypes);
  const facts: TableFacts = {
    format: source.format,
    delimiter: dialect.delimiter,
    quote_char: dialect.quote_char,
    escape_char: dialect.escape_char,
    newline: newlineOf(new TextDecoder(encoding.encoding).decode(head)),
    skip_rows: dialect.skip_rows,
    has_header: dialect.has_header,
    encoding_detected: encoding.encoding,
    encoding_confidence: encoding.confidence,
    row_count: columnsAs.total,
    column_count: names.length,
    columns: columnsAs.columns,
    rejected_rows: rejected,
    warnings: [
      ...(encoding.guessed ? [`encoding_guessed:${encoding.encoding}`] : []),
      ...(stray === undefined ? [] : [`unbalanced_quote:line ${stray}`]),
      ...(padded > 0 || rejected.count > 0 ? [`ragged_rows:${padded + rejected.count}`] : []),
      ...(names.some(({ original_name }) => original_name !== undefined) ? ['columns_renamed'] : []),
    ],
  };
  await duck.connection.run('CREATE TABLE facts (json VARCHAR)');
  await duck.connection.run(`INSERT INTO facts VALUES (${literal(JSON.stringify(facts))})`);
  await duck.connection.run('CHECKPOINT');
  return facts;
};

const commaSample = 10_000;

const nullsAndCommas = async (
  duck: Duck,
  names: readonly ColumnName[],
  engineTypes: readonly string[],
): Promise<{ readonly total: number; readonly columns: readonly TableColumn[] }> => {
  const counts = names.map(({ name }) => `count(${quoted(name)})`);
  const { rows } = await rowsOf(duck, `SELECT ${['count(*)', ...counts].join(', ')} FROM rows`);
  const [total = 0, ...filled] = (rows[0] ?? []).map(Number);
  const texts = names.filter((_, at) => typeOf(engineTypes[at] ?? '') === 'string');
  const shares = texts.map(
    ({ name }) =>
      `coalesce(count(*) FILTER (regexp_full_match(trim(${quoted(name)}), '-?(\\d{1,3}(\\.\\d{3})+|\\d+),\\d+')) >= 0.95 * count(${quoted(name)}) AND count(${quoted(name)}) > 0, false)`,
  );
  const commas =
    texts.length === 0
      ? []
      : ((await rowsOf(duck, `SELECT ${shares.join(', ')} FROM (FROM rows LIMIT ${commaSample})`)).rows[0] ?? []);
  const isComma = new Set(texts.filter((_, at) => commas[at] === true).map(({ name }) => name));
  return {
    total,
    columns: names.map(({ name, original_name }, index) => ({
      name,
      index,
      inferred_type: typeOf(engineTypes[index] ?? ''),
      nullable: (filled[index] ?? 0) < total,
      ...(original_name === undefined ? {} : { original_name }),
      ...(isComma.has(name) ? { numeric_text: 'comma_decimal' as const } : {}),
    })),
  };
};
