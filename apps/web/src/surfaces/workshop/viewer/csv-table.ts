/** A csv of any length: where its records are is known, and rows are read as they are looked at. */
export type CsvTable = {
  readonly header: readonly string[];
  readonly rowCount: number;
  /** The line of the file at which a record after the header begins, counted from 1. */
  readonly lineOf: (row: number) => Promise<number>;
  /** Records [from, to) after the header, as cells. */
  readonly rows: (from: number, to: number) => Promise<readonly (readonly string[])[]>;
};

/** The bytes [start, end) of the file. */
type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

const [quote, newline, carriage] = [0x22, 0x0a, 0x0d];
/** So many records to a place that is remembered. */
const perPlace = 64;
const headBytes = 65_536;

/** Reads where records begin, a piece of the file at a time. A line end inside quotes belongs to its cell. */
export const createCsvIndexer = () => {
  const places: number[] = [];
  const lines: number[] = [];
  const head = new Uint8Array(headBytes);
  let size = 0;
  let records = 0;
  let line = 1;
  let isQuoted = false;
  let isStart = true;
  const begin = (at: number): void => {
    if (records % perPlace === 0) {
      places.push(at);
      lines.push(line);
    }
    records += 1;
    isStart = false;
  };
  return {
    take: (piece: Uint8Array): void => {
      if (size < headBytes) head.set(piece.subarray(0, headBytes - size), size);
      for (let at = 0; at < piece.length; at += 1) {
        if (isStart) begin(size + at);
        const byte = piece[at];
        if (byte === quote) isQuoted = !isQuoted;
        else if (byte === newline) {
          line += 1;
          if (!isQuoted) isStart = true;
        }
      }
      size += piece.length;
    },
    end: (read: ReadBytes): CsvTable =>
      tableOf({ places, lines, size, records, head: head.subarray(0, Math.min(size, headBytes)) }, read),
  };
};

type Index = {
  /** Where the first of so many records begins, and its line. */
  readonly places: readonly number[];
  readonly lines: readonly number[];
  readonly size: number;
  readonly records: number;
  readonly head: Uint8Array;
};

const tableOf = ({ places, lines, size, records, head }: Index, read: ReadBytes): CsvTable => {
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const decoder = decoderFor(head);
  const first = decoder.decode(recordsIn(head.subarray(mark))[0] ?? new Uint8Array());
  const delimiter = delimiterOf(first);
  const rowCount = Math.max(0, records - 1);
  /** Records [from, to), the header being the first, with those before them that were read along. */
  const recordsAt = async (from: number, to: number) => {
    const place = Math.floor(from / perPlace);
    const bytes = await read(places[place] ?? size, places[Math.ceil(to / perPlace)] ?? size);
    return { found: recordsIn(bytes), skipped: from - place * perPlace, line: lines[place] ?? 1 };
  };
  return {
    header: first === '' ? [] : cellsOf(first, delimiter),
    rowCount,
    lineOf: async (row) => {
      const { found, skipped, line } = await recordsAt(row + 1, row + 2);
      return found.slice(0, skipped).reduce((sum, record) => sum + 1 + newlinesIn(record), line);
    },
    rows: async (from, to) => {
      const last = Math.min(to, rowCount);
      if (last <= from) return [];
      const { found, skipped } = await recordsAt(from + 1, last + 1);
      return found.slice(skipped, skipped + last - from).map((record) => cellsOf(decoder.decode(record), delimiter));
    },
  };
};

/** Records without the line ends between them. */
const recordsIn = (bytes: Uint8Array): readonly Uint8Array[] => {
  const found: Uint8Array[] = [];
  let isQuoted = false;
  let start = 0;
  const close = (end: number): void => {
    const last = bytes[end - 1] === carriage ? end - 1 : end;
    found.push(bytes.subarray(start, Math.max(start, last)));
  };
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === quote) isQuoted = !isQuoted;
    else if (bytes[at] === newline && !isQuoted) {
      close(at);
      start = at + 1;
    }
  }
  if (start < bytes.length) close(bytes.length);
  return found;
};

const newlinesIn = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (byte === newline ? sum + 1 : sum), 0);

/** Files that are not UTF-8 come, in this product's languages, from a Windows program. */
const decoderFor = (bytes: Uint8Array): { readonly decode: (part: Uint8Array) => string } => {
  try {
    // Cut where no character is: after a line end.
    const sample = bytes.subarray(0, Math.min(bytes.length, 65_536));
    const end = sample.lastIndexOf(newline);
    new TextDecoder('utf-8', { fatal: true }).decode(end > 0 ? sample.subarray(0, end) : sample);
    return new TextDecoder('utf-8');
  } catch {
    return new TextDecoder('windows-1255');
  }
};

const delimiterOf = (line: string): string =>
  [',', ';', '\t', '|'].reduce((best, each) => (line.split(each).length > line.split(best).length ? each : best), ',');

/** Cells of one record; a quote inside a quoted cell is written twice. */
const cellsOf = (line: string, delimiter: string): readonly string[] => {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      let value = '';
      at += 1;
      while (at < line.length) {
        if (line[at] !== '"') value += line[at];
        else if (line[at + 1] === '"') {
          value += '"';
          at += 1;
        } else break;
        at += 1;
      }
      const end = line.indexOf(delimiter, at);
      cells.push(value);
      if (end < 0) return cells;
      at = end + 1;
    } else {
      const end = line.indexOf(delimiter, at);
      cells.push(line.slice(at, end < 0 ? undefined : end));
      if (end < 0) return cells;
      at = end + 1;
    }
  }
};
