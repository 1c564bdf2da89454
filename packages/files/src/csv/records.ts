import type { EncodingName } from '../encoding/codec.ts';

/** Character codes without decoding: bytes, or pairs of bytes in UTF-16. All syntax is ASCII in either. */
export type Codes = Uint8Array | Uint16Array;

export const codesOf = (bytes: Buffer, encoding: EncodingName): Codes => {
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return bytes;
  const copy = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  if (encoding === 'utf-16be') copy.swap16();
  const aligned = new Uint8Array(copy.length);
  aligned.set(copy);
  return new Uint16Array(aligned.buffer);
};

/** Where each record lies: its text from `starts` to `ends`, its line break up to `nexts`. Blank lines are no records. */
export type RecordIndex = {
  readonly count: number;
  /** The first records with a quote that opens and never properly closes; it is taken as a character. */
  readonly stray: readonly number[];
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly nexts: Uint32Array;
};

const quote = 0x22;
const lf = 0x0a;
const cr = 0x0d;

export const indexRecords = (
  codes: Codes,
  from: number,
  delimiter: number,
  most = Number.POSITIVE_INFINITY,
): RecordIndex => {
  let capacity = 1024;
  let [starts, ends, nexts] = [new Uint32Array(capacity), new Uint32Array(capacity), new Uint32Array(capacity)];
  const stray: number[] = [];
  let count = 0;
  let at = from;
  while (at < codes.length && count < most) {
    const { end, isStray } = recordEnd(codes, at, delimiter);
    if (isStray && stray.length < shownStray) stray.push(count);
    const next = end < codes.length ? end + (codes[end] === cr && codes[end + 1] === lf ? 2 : 1) : end;
    if (end > at) {
      if (count === capacity) {
        capacity *= 2;
        [starts, ends, nexts] = [grown(starts, capacity), grown(ends, capacity), grown(nexts, capacity)];
      }
      starts[count] = at;
      ends[count] = end;
      nexts[count] = next;
      count += 1;
    }
    at = next;
  }
  return { count, stray, starts, ends, nexts };
};

const grown = (array: Uint32Array<ArrayBuffer>, capacity: number): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(capacity);
  larger.set(array);
  return larger;
};

const shownStray = 5;

/** A quote opens only at the start of a field; inside, line breaks and delimiters are text. */
const recordEnd = (
  codes: Codes,
  from: number,
  delimiter: number,
): { readonly end: number; readonly isStray: boolean } => {
  let at = from;
  let isFieldStart = true;
  let isStray = false;
  while (at < codes.length) {
    const code = codes[at];
    if (code === lf || code === cr) return { end: at, isStray };
    const close: number | undefined =
      isFieldStart && code === quote ? quotedEnd(codes, at, codes.length, delimiter) : undefined;
    if (isFieldStart && code === quote && close === undefined) isStray = true;
    at = close ?? at + 1;
    isFieldStart = close === undefined && code === delimiter;
  }
  return { end: at, isStray };
};

/**
 * Behind the closing quote, or undefined for a quote that closes nowhere before `end`. One that spans lines must be
 * followed by the end of its field: otherwise a quote somebody forgot would swallow the rows up to the next one.
 */
const quotedEnd = (codes: Codes, open: number, end: number, delimiter: number): number | undefined => {
  let spansLines = false;
  for (let at = open + 1; at < end; at++) {
    const code = codes[at];
    if (code === lf || code === cr) spansLines = true;
    if (code !== quote) continue;
    if (codes[at + 1] === quote && at + 1 < end) {
      at += 1;
      continue;
    }
    const next = at + 1 < codes.length ? codes[at + 1] : lf;
    return !spansLines || next === delimiter || next === lf || next === cr ? at + 1 : undefined;
  }
  return undefined;
};

export type Field = { readonly from: number; readonly to: number };

export const fieldsOf = (codes: Codes, index: RecordIndex, record: number, delimiter: number): readonly Field[] => {
  const fields: Field[] = [];
  const end = index.ends[record] ?? 0;
  let from = index.starts[record] ?? 0;
  let at = from;
  while (at < end) {
    if (at === from && codes[at] === quote) at = quotedEnd(codes, at, end, delimiter) ?? at + 1;
    if (at < end && codes[at] !== delimiter) at += 1;
    else if (at < end) {
      fields.push({ from, to: at });
      at += 1;
      from = at;
    }
  }
  fields.push({ from, to: end });
  return fields;
};
