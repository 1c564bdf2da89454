/** A csv as bytes, with the place of each record: hundreds of thousands of rows without a string for each. */
export type ByteTable = {
  readonly header: readonly string[];
  readonly rowCount: number;
  /** The line of the file at which a record after the header begins, counted from 1. */
  readonly lineOf: (row: number) => number;
  /** Records [from, to) after the header, as cells. */
  readonly rows: (from: number, to: number) => readonly (readonly string[])[];
};

const [quote, newline, carriage] = [0x22, 0x0a, 0x0d];

/** Reads where records begin. A line end inside quotes belongs to its cell. */
export const byteTable = (bytes: Uint8Array): ByteTable => {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const decoder = decoderFor(bytes);
  const starts = [start];
  let isQuoted = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isQuoted = !isQuoted;
    else if (byte === newline && !isQuoted && at + 1 < bytes.length) starts.push(at + 1);
  }
  const line = (index: number): string => {
    let end = starts[index + 1] ?? bytes.length;
    while (end > (starts[index] ?? 0) && (bytes[end - 1] === newline || bytes[end - 1] === carriage)) end -= 1;
    return decoder.decode(bytes.subarray(starts[index] ?? 0, end));
  };
  const first = bytes.length === start ? '' : line(0);
  const delimiter = delimiterOf(first);
  const header = first === '' ? [] : cellsOf(first, delimiter);
  const rowCount = Math.max(0, starts.length - 1);
  return {
    header,
    rowCount,
    lineOf: (row) => {
      let lines = 1;
      for (let at = start; at < (starts[row + 1] ?? bytes.length); at += 1) if (bytes[at] === newline) lines += 1;
      return lines;
    },
    rows: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, rowCount) - from) }, (_, at) =>
        cellsOf(line(from + at + 1), delimiter),
      ),
  };
};

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
export const cellsOf = (line: string, delimiter: string): readonly string[] => {
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
