import iconv from 'iconv-lite';

/** A WHATWG label in lower case: `utf-8`, `utf-16le`, `windows-1252`, `shift_jis`, … */
export type EncodingName = string;

export type Codec = {
  readonly name: EncodingName;
  /** Bytes per newline unit: 2 for UTF-16, else 1. Every other encoding here keeps LF and CR as single bytes. */
  readonly unit: 1 | 2;
  readonly decode: (bytes: Uint8Array) => string;
  /** The bytes, or the first character that the encoding cannot hold. */
  readonly encode: (
    text: string,
  ) => { readonly ok: true; readonly value: Buffer } | { readonly ok: false; readonly error: string };
};

const bomByEncoding: Readonly<Record<string, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

export const bomOf = (name: EncodingName): Buffer => Buffer.from(bomByEncoding[name] ?? []);

export const codecFor = (name: EncodingName): Codec => {
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  const decode = (bytes: Uint8Array) => decoder.decode(bytes);
  if (name === 'utf-8')
    return { name, unit: 1, decode, encode: (text) => encodeUnicode(text, (t) => Buffer.from(t, 'utf8')) };
  if (name === 'utf-16le') return { name, unit: 2, decode, encode: (text) => encodeUnicode(text, utf16le) };
  if (name === 'utf-16be')
    return { name, unit: 2, decode, encode: (text) => encodeUnicode(text, (t) => utf16le(t).swap16()) };
  const table = singleByteTable(name);
  return {
    name,
    unit: 1,
    decode,
    encode: (text) => (table ? encodeByTable(text, table) : encodeByLibrary(text, name)),
  };
};

const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** A lone surrogate would be written as U+FFFD, which is a change nobody asked for. */
const encodeUnicode = (text: string, encode: (text: string) => Buffer): ReturnType<Codec['encode']> =>
  text.isWellFormed()
    ? { ok: true, value: encode(text) }
    : { ok: false, error: [...text].find((char) => !char.isWellFormed()) ?? '\ufffd' };

const encodeByTable = (text: string, table: ReadonlyMap<string, number>): ReturnType<Codec['encode']> => {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (const char of text) {
    const byte = table.get(char);
    if (byte === undefined) return { ok: false, error: char };
    bytes[length++] = byte;
  }
  return { ok: true, value: bytes.subarray(0, length) };
};

const encodeByLibrary = (text: string, name: string): ReturnType<Codec['encode']> => {
  const bytes = iconv.encode(text, name);
  if (iconv.decode(bytes, name) === text) return { ok: true, value: bytes };
  for (const char of text) {
    if (iconv.decode(iconv.encode(char, name), name) !== char) return { ok: false, error: char };
  }
  return { ok: true, value: bytes };
};

/**
 * The inverse of the platform's own decoder, so that what it decoded is written back as the same bytes;
 * undefined for multi-byte encodings.
 */
const singleByteTable = (name: string): ReadonlyMap<string, number> | undefined => {
  const strict = new TextDecoder(name, { fatal: true });
  const table = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    try {
      const char = strict.decode(Uint8Array.of(byte));
      if (char.length === 1 && !table.has(char)) table.set(char, byte);
    } catch {
      if (!isSingleByte(name)) return undefined;
    }
  }
  return table;
};

const isSingleByte = (name: string): boolean => /^(windows-|iso-8859|koi8|macintosh|ibm866|x-mac)/.test(name);
