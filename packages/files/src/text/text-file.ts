import { bomOf, type Codec, codecFor } from '../encoding/codec.ts';
import { type DetectedEncoding, detectEncoding } from '../encoding/detect-encoding.ts';
import { refusal } from '../tools/errors.ts';

/**
 * A text by its bytes: where each line starts, and how to read one. Nothing is decoded before it is asked for,
 * so that a line nobody edits is written back as it was.
 */
export type TextFile = {
  readonly bytes: Buffer;
  readonly encoding: DetectedEncoding;
  readonly codec: Codec;
  readonly lineCount: number;
  /** Byte offset of each line, and one more for the end. */
  readonly starts: Uint32Array;
  /** The line without its line break, from 0. */
  readonly line: (index: number) => string;
  readonly newline: (index: number) => string;
  /** Bytes of the line break. */
  readonly newlineLength: (index: number) => number;
};

export const openText = (bytes: Buffer): TextFile => {
  const encoding = detectEncoding(bytes);
  if (!encoding) throw refusal('FILE_READ_FAILED', 'damaged', 'The file holds NUL bytes and is no text.');
  return textFile(bytes, encoding);
};

/** The same bytes in the encoding a person says they are in. */
export const openTextAs = (bytes: Buffer, encoding: unknown): TextFile => {
  if (typeof encoding !== 'string') return openText(bytes);
  try {
    const name = new TextDecoder(encoding).encoding;
    return textFile(bytes, { encoding: name, bom_length: 0, confidence: 1, guessed: false });
  } catch {
    throw refusal('VALIDATION_FAILED', 'bad_selector', `There is no text encoding named ${encoding.slice(0, 40)}.`, {
      candidates: ['windows-1252', 'iso-8859-15', 'windows-1250', 'iso-8859-2', 'windows-1251', 'windows-1255'],
    });
  }
};

export const emptyText = (encoding = 'utf-8'): TextFile =>
  textFile(Buffer.alloc(0), { encoding, bom_length: 0, confidence: 1, guessed: false });

const textFile = (bytes: Buffer, encoding: DetectedEncoding): TextFile => {
  const codec = codecFor(encoding.encoding);
  const starts = codec.unit === 1 ? indexBytes(bytes, encoding.bom_length) : indexPairs(bytes, encoding);
  const lineCount = starts.length - 1;
  const breakLength = codec.unit === 1 ? narrowBreak(bytes, starts) : wideBreak(bytes, starts, codec);
  // A decoder call costs more than a short line; Node's own slices do not.
  const decode =
    codec.name === 'utf-8'
      ? (from: number, to: number) => bytes.toString('utf8', from, to)
      : (from: number, to: number) => codec.decode(bytes.subarray(from, to));
  return {
    bytes,
    encoding,
    codec,
    lineCount,
    starts,
    line: (index) => decode(starts[index] ?? 0, (starts[index + 1] ?? 0) - breakLength(index)),
    newlineLength: breakLength,
    newline: (index) => {
      const end = starts[index + 1] ?? 0;
      return decode(end - breakLength(index), end);
    },
  };
};

const lf = 0x0a;
const cr = 0x0d;

const narrowBreak =
  (bytes: Buffer, starts: Uint32Array) =>
  (index: number): number => {
    const [from = 0, to = 0] = [starts[index], starts[index + 1]];
    if (to === from) return 0;
    const last = bytes[to - 1];
    if (last === lf) return to - from > 1 && bytes[to - 2] === cr ? 2 : 1;
    return last === cr ? 1 : 0;
  };

const wideBreak =
  (bytes: Buffer, starts: Uint32Array, codec: Codec) =>
  (index: number): number => {
    const [from = 0, to = 0] = [starts[index], starts[index + 1]];
    if (to - from < 2) return 0;
    const last = codec.decode(bytes.subarray(Math.max(from, to - 4), to));
    if (last.endsWith('\r\n')) return 4;
    return last.endsWith('\n') || last.endsWith('\r') ? 2 : 0;
  };

/**
 * LF and CR are single bytes in every encoding but UTF-16, also inside double-byte ones. The platform's search is many
 * times quicker than a loop, and most texts have no CR that stands alone.
 */
const indexBytes = (bytes: Buffer, from: number): Uint32Array => {
  const starts = createStarts(from);
  let nextCr = bytes.indexOf(cr, from);
  let nextLf = bytes.indexOf(lf, from);
  while (nextLf >= 0 || nextCr >= 0) {
    if (nextCr >= 0 && (nextLf < 0 || nextCr < nextLf)) {
      if (nextCr + 1 !== nextLf) starts.add(nextCr + 1);
      nextCr = bytes.indexOf(cr, nextCr + 1);
    } else {
      starts.add(nextLf + 1);
      nextLf = bytes.indexOf(lf, nextLf + 1);
    }
  }
  return starts.end(bytes.length);
};

const indexPairs = (bytes: Buffer, { encoding, bom_length }: DetectedEncoding): Uint32Array => {
  const [low, high] = encoding === 'utf-16le' ? [0, 1] : [1, 0];
  const unitAt = (at: number): number => (bytes[at + low] ?? 0) | ((bytes[at + high] ?? 0) << 8);
  const starts = createStarts(bom_length);
  for (let at = bom_length; at + 1 < bytes.length; at += 2) {
    const code = unitAt(at);
    if (code === 0x0a || (code === 0x0d && unitAt(at + 2) !== 0x0a)) starts.add(at + 2);
  }
  return starts.end(bytes.length);
};

/** Grows by doubling: a list of millions of plain numbers would cost more than the search. */
const createStarts = (from: number) => {
  let starts = new Uint32Array(1_024);
  starts[0] = from;
  let lines = 0;
  const room = (): void => {
    if (lines + 1 < starts.length) return;
    const wider = new Uint32Array(starts.length * 2);
    wider.set(starts);
    starts = wider;
  };
  return {
    add: (end: number): void => {
      lines += 1;
      room();
      starts[lines] = end;
    },
    /** A last line without a break counts too. */
    end: (length: number): Uint32Array => {
      if ((starts[lines] ?? from) < length) {
        lines += 1;
        room();
        starts[lines] = length;
      }
      return starts.slice(0, lines + 1);
    },
  };
};

export type NewlineStyle = 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';
const styleOf: Readonly<Record<string, NewlineStyle>> = { '\n': 'lf', '\r\n': 'crlf', '\r': 'cr' };

export const newlineStyle = (file: TextFile): NewlineStyle => {
  let style: NewlineStyle = 'none';
  for (let index = 0; index < file.lineCount; index++) {
    const here = styleOf[file.newline(index)];
    if (here === undefined) continue;
    if (style === 'none') style = here;
    else if (style !== here) return 'mixed';
  }
  return style;
};

/** What a new line ends with: the first line break of the file, or LF. */
export const preferredNewline = (file: TextFile): string => {
  const first = file.lineCount === 0 ? '' : file.newline(0);
  return first === '' ? '\n' : first;
};

export const endsWithNewline = (file: TextFile): boolean =>
  file.lineCount > 0 && file.newline(file.lineCount - 1) !== '';

export const encodeOrRefuse = (codec: Codec, text: string, op_index?: number): Buffer => {
  const encoded = codec.encode(text);
  if (encoded.ok) return encoded.value;
  // No encoding holds half a character: another one would be no way on.
  if (!encoded.error.isWellFormed())
    throw refusal('VALIDATION_FAILED', 'unencodable', 'The text has half a character, which no file can hold.', {
      hint: 'Send the text again, as whole characters.',
      ...(op_index === undefined ? {} : { op_index }),
    });
  throw refusal(
    'VALIDATION_FAILED',
    'unencodable',
    `The file is ${codec.name}, which cannot hold "${encoded.error}".`,
    {
      hint: 'Pass encoding "utf-8" to convert the file.',
      ...(op_index === undefined ? {} : { op_index }),
    },
  );
};

/** The same text in another encoding, byte order mark kept. */
export const convertText = (file: TextFile, encoding: string): TextFile => {
  if (file.encoding.encoding === encoding) return file;
  const codec = codecFor(encoding);
  const bom = file.encoding.bom_length > 0 ? bomOf(encoding) : Buffer.alloc(0);
  const text = file.codec.decode(file.bytes.subarray(file.encoding.bom_length));
  const bytes = Buffer.concat([bom, encodeOrRefuse(codec, text)]);
  return textFile(bytes, { encoding, bom_length: bom.length, confidence: 1, guessed: false });
};
