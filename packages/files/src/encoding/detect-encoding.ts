import { isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import type { EncodingName } from './codec.ts';
import { hebrewLetters } from './hebrew.ts';
import { languageFit, latinEncodings } from './languages.ts';
import { doubleByteEncodings, doubleBytePlausibility, plausibility } from './plausibility.ts';

export type DetectedEncoding = {
  readonly encoding: EncodingName;
  readonly bom_length: number;
  /** 1 for a byte order mark or strict UTF-8, at most 0.5 for a fallback. */
  readonly confidence: number;
  readonly guessed: boolean;
};

export const sampleBytes = 256 * 1024;
export const tailBytes = 4 * 1024;

/** The encoding of a text, or undefined when the bytes are no text at all. */
export const detectEncoding = (bytes: Uint8Array): DetectedEncoding | undefined => {
  const marked = byMark(bytes);
  if (marked) return marked;
  const head = bytes.subarray(0, sampleBytes);
  const tail = bytes.subarray(Math.max(head.length, bytes.length - tailBytes));
  const wide = byNulls(head);
  if (wide) return wide;
  if (head.includes(0) || tail.includes(0)) return undefined;
  if (isUtf8(bytes)) return certain('utf-8', 0);
  return hasManyControls(head) ? undefined : detectLegacyEncoding(head);
};

/** Bytes that are neither UTF-8 nor free of control characters are somebody's data, not somebody's words. */
const hasManyControls = (head: Uint8Array): boolean => {
  let controls = 0;
  for (const byte of head)
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) controls += 1;
  return controls * 50 > head.length;
};

const certain = (encoding: EncodingName, bom_length: number): DetectedEncoding => ({
  encoding,
  bom_length,
  confidence: 1,
  guessed: false,
});

const byMark = (bytes: Uint8Array): DetectedEncoding | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return isUtf8(bytes) ? certain('utf-8', 3) : undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return certain('utf-16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return certain('utf-16be', 2);
  return undefined;
};

/** Latin text in UTF-16 has a NUL in nearly every other byte. */
const byNulls = (head: Uint8Array): DetectedEncoding | undefined => {
  if (head.length < 4 || head.length % 2 === 1) return undefined;
  const nulls = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) nulls[at % 2] = (nulls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls.map((count) => count / (head.length / 2));
  if (odd >= 0.4 && even < 0.05 && isReadable(head, 'utf-16le')) return { ...certain('utf-16le', 0), confidence: 0.9 };
  if (even >= 0.4 && odd < 0.05 && isReadable(head, 'utf-16be')) return { ...certain('utf-16be', 0), confidence: 0.9 };
  return undefined;
};

/** Binary records of small numbers have NULs in every other byte too, but the rest of them is no prose. */
const isReadable = (head: Uint8Array, encoding: EncodingName): boolean => {
  const text = new TextDecoder(encoding).decode(head);
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code === 0xfffd) controls += 1;
  }
  return controls * 100 <= text.length;
};

/** Below this the answer is a guess, and says so. */
const sure = 0.5;
const fewest = 2;

/** So few bytes fit several alphabets: the answer is the likeliest one, and says that it is a guess. */
const few = 8;
const countHigh = (bytes: Uint8Array): number => bytes.reduce((count, byte) => (byte < 0x80 ? count : count + 1), 0);

/** The encoding of bytes that are known not to be UTF-8. */
export const detectLegacyEncoding = (head: Uint8Array): DetectedEncoding => {
  const letters = hebrewLetters(head);
  if (letters > 0 && decodes(head, 'windows-1255'))
    return { encoding: 'windows-1255', bom_length: 0, confidence: 0.95, guessed: letters < few };
  const votes = new Map<EncodingName, number>();
  for (const { name, confidence } of chardet.analyse(head)) {
    const encoding = labelOf(name);
    if (encoding !== undefined && !encoding.startsWith('utf-')) votes.set(encoding, confidence / 100);
  }
  return byDoubleBytes(head, votes) ?? bySingleBytes(head, votes);
};

const byDoubleBytes = (head: Uint8Array, votes: ReadonlyMap<EncodingName, number>): DetectedEncoding | undefined => {
  const [best] = doubleByteEncodings
    .filter((encoding) => decodes(head, encoding))
    .map((encoding) => ({ encoding, share: doubleBytePlausibility(head, encoding), vote: votes.get(encoding) ?? 0 }))
    .toSorted((a, b) => b.share + b.vote / 4 - (a.share + a.vote / 4));
  if (!best || best.share < 0.8) return undefined;
  // Western words have single accented letters; two high bytes in a row are what makes a pair of them.
  if (plausibility(new TextDecoder('windows-1252').decode(head)).share > best.share) return undefined;
  return {
    encoding: best.encoding,
    bom_length: 0,
    confidence: Math.min(Math.round(best.share * 100) / 100, 0.99),
    guessed: countHigh(head) < few,
  };
};

const usualSuspects = ['windows-1252', 'windows-1251', 'koi8-r', 'windows-1253', 'windows-1255', 'windows-1250'];

const bySingleBytes = (head: Uint8Array, votes: ReadonlyMap<EncodingName, number>): DetectedEncoding => {
  const western = new TextDecoder('windows-1252').decode(head);
  const [best] = [...new Set([...usualSuspects, ...votes.keys()])]
    .filter((encoding) => !doubleByteEncodings.includes(encoding) && decodes(head, encoding))
    .map((encoding) => ({ encoding, text: new TextDecoder(encoding).decode(head) }))
    // Where both say the same there is nothing to choose, and the commoner name is the better one.
    .filter(({ encoding, text }) => encoding === 'windows-1252' || text !== western)
    .map(({ encoding, text }) => {
      const { share, evidence } = plausibility(text);
      const habit = encoding === 'windows-1252' ? 0.05 : 0;
      return { encoding, share, evidence, rank: share + (votes.get(encoding) ?? 0) / 4 + habit };
    })
    .toSorted((a, b) => b.rank - a.rank);
  if (!best || best.share < sure || best.evidence < fewest) {
    return { encoding: 'windows-1252', bom_length: 0, confidence: 0.5, guessed: true };
  }
  if (latinEncodings.includes(best.encoding) || best.encoding.startsWith('iso-8859-')) {
    const latin = byLanguage(head);
    if (latin) return latin;
  }
  return {
    encoding: best.encoding,
    bom_length: 0,
    confidence: Math.min(Math.round(best.share * 100) / 100, 0.99),
    guessed: best.evidence < few,
  };
};

/** Fewer letters than this fit too many languages to be sure of one. */
const telling = 12;

/** Among code pages that all show Latin letters, the one whose letters one language uses together. */
const byLanguage = (head: Uint8Array): DetectedEncoding | undefined => {
  const found = latinEncodings
    .filter((encoding) => decodes(head, encoding))
    .map((encoding) => {
      const text = new TextDecoder(encoding).decode(head);
      return { encoding, text, ...languageFit(text, encoding) };
    })
    .toSorted((a, b) => b.share - a.share);
  const [best] = found;
  if (!best || best.letters < fewest || best.share < 0.8) return undefined;
  const rival = found.find(({ text }) => text !== best.text);
  const isClose = rival !== undefined && best.share - rival.share < 0.02;
  return {
    encoding: best.encoding,
    bom_length: 0,
    confidence: isClose ? 0.6 : Math.min(Math.round(best.share * 100) / 100, best.letters < telling ? 0.8 : 0.99),
    guessed: isClose,
  };
};

/** The platform's name for a detector's name: it has no plain Latin-1, and reads it as windows-1252. */
const labelOf = (name: string): EncodingName | undefined => {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
};

const decodes = (bytes: Uint8Array, encoding: EncodingName): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};
