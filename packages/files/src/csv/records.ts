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
  let count = 0;
  let at = from;
  while (at < codes.length && count < most) {
    const end = recordEnd(codes, at, delimiter);
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
  return { count, starts, ends, nexts };
};

const grown = (array: Uint32Array<ArrayBuffer>, capacity: number): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(capacity);
  larger.set(array);
  return larger;
};

/** A quote opens only at the start of a field; inside, line breaks and delimiters are text. */
const recordEnd = (codes: Codes, from: number, delimiter: number): number => {
  let at = from;
  let isFieldStart = true;
  while (at < codes.length) {
    const code = codes[at];
    if (code === lf || code === cr) return at;
    if (isFieldStart && code === quote) at = quotedEnd(codes, at);
    else at += 1;
    isFieldStart = code === delimiter;
  }
  return at;
};

/** Behind the closing quote; an unclosed quote runs to the end of the file. */
const quotedEnd = (codes: Codes, open: number): number => {
  for (let at = open + 1; at < codes.length; at++) {
    if (codes[at] !== quote) continue;
    if (codes[at + 1] !== quote) return at + 1;
    at += 1;
  }
  return codes.length;
};

export type Field = { readonly from: number; readonly to: number };

export const fieldsOf = (codes: Codes, index: RecordIndex, record: number, delimiter: number): readonly Field[] => {
  const fields: Field[] = [];
  const end = index.ends[record] ?? 0;
  let from = index.starts[record] ?? 0;
  let at = from;
  while (at < end) {
    if (at === from && codes[at] === quote) at = Math.min(end, quotedEnd(codes, at));
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
