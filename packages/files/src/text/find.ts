import type { TextFile } from './text-file.ts';

/**
 * Where a search text stands, in bytes of the file. `before` and `after` are text to write around the replacement:
 * empty, unless the line cannot be cut at that place without guessing at bytes.
 */
export type Hit = {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
};

/** Line breaks in the search match whatever line breaks the file has. */
export const findHits = (file: TextFile, search: string, matchCase: boolean): readonly Hit[] => {
  const wanted = search.replace(/\r\n|\r/g, '\n');
  return wanted.includes('\n') ? acrossLines(file, wanted, matchCase) : insideLines(file, wanted, matchCase);
};

const finder = (search: string, matchCase: boolean): ((text: string) => readonly number[]) => {
  const pattern = new RegExp(
    search
      .replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      .replaceAll('\\-', '-')
      .replaceAll('\\/', '/'),
    matchCase ? 'g' : 'gi',
  );
  return (text) => [...text.matchAll(pattern)].map(({ index }) => index);
};

const insideLines = (file: TextFile, search: string, matchCase: boolean): readonly Hit[] => {
  const find = finder(search, matchCase);
  const hits: Hit[] = [];
  for (let index = 0; index < file.lineCount; index++) {
    const line = file.line(index);
    for (const at of find(line))
      hits.push(hitBetween(file, { line: index, at }, { line: index, at: at + search.length }));
  }
  return hits;
};

const acrossLines = (file: TextFile, search: string, matchCase: boolean): readonly Hit[] => {
  const lines = Array.from({ length: file.lineCount }, (_, index) => file.line(index));
  const offsets = new Float64Array(lines.length + 1);
  for (const [index, line] of lines.entries()) offsets[index + 1] = (offsets[index] ?? 0) + line.length + 1;
  const text = lines.map((line, index) => line + (file.newline(index) === '' ? '' : '\n')).join('');
  const place = (offset: number): Place => {
    const line = lineAt(offsets, offset);
    return { line, at: offset - (offsets[line] ?? 0) };
  };
  return finder(search, matchCase)(text).map((at) => hitBetween(file, place(at), place(at + search.length)));
};

const lineAt = (offsets: Float64Array, offset: number): number => {
  let [low, high] = [0, offsets.length - 1];
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
};

type Place = { readonly line: number; readonly at: number };

const hitBetween = (file: TextFile, start: Place, end: Place): Hit => {
  const [from, to] = [byteAt(file, start), byteAt(file, end)];
  const lineEnd = file.starts[end.line + 1] ?? file.bytes.length;
  return {
    line: start.line + 1,
    from: from ?? file.starts[start.line] ?? 0,
    to: to ?? lineEnd,
    before: from === undefined ? file.line(start.line).slice(0, start.at) : '',
    after: to === undefined ? (file.line(end.line) + file.newline(end.line)).slice(end.at) : '',
  };
};

/** The byte where a character begins, if writing the text before it gives exactly the bytes that stand there. */
const byteAt = (file: TextFile, { line, at }: Place): number | undefined => {
  const start = file.starts[line] ?? file.bytes.length;
  const encoded = file.codec.encode((file.line(line) + file.newline(line)).slice(0, at));
  if (!encoded.ok) return undefined;
  const end = start + encoded.value.length;
  return file.bytes.subarray(start, end).equals(encoded.value) ? end : undefined;
};
