import type { Sha256 } from './digest.ts';

/** `<prefix>_` and 16 bytes in base32. Nothing sorts by id. */
export type Id<Prefix extends string = string> = `${Prefix}_${string}`;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const SHAPE = /^([a-z][a-z0-9]{0,15})_([a-z2-7]{25}[aeimquy4])$/;

/** Two letters for ten bits: an id is made with every event, and letter by letter it takes three times as long. */
const PAIRS: readonly string[] = Array.from(
  { length: 1024 },
  (_, bits) => `${ALPHABET[bits >>> 5]}${ALPHABET[bits & 31]}`,
);

export const idFromBytes = <Prefix extends string>(prefix: Prefix, bytes: Uint8Array): Id<Prefix> => {
  if (bytes.length < 16) throw new Error(`an id needs 16 bytes, not ${bytes.length}`);
  let text = '';
  for (let at = 0; at < 15; at += 5) {
    const middle = bytes[at + 2] ?? 0;
    const high = ((bytes[at] ?? 0) << 12) | ((bytes[at + 1] ?? 0) << 4) | (middle >>> 4);
    const low = ((middle & 15) << 16) | ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
    text += `${PAIRS[high >>> 10]}${PAIRS[high & 1023]}${PAIRS[low >>> 10]}${PAIRS[low & 1023]}`;
  }
  return `${prefix}_${text}${PAIRS[(bytes[15] ?? 0) << 2]}`;
};

/** The last letter carries 3 bits, so only 8 of the 32 can stand there: one id has one spelling. */
export const isId = <Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> =>
  SHAPE.exec(text)?.[1] === prefix;

/** RFC 9562 §5.7: 48 bits of milliseconds, then version, variant and 74 random bits. */
export const uuidV7 = (now: number, random: Uint8Array): Uint8Array => {
  if (random.length < 10) throw new Error(`a UUIDv7 needs 10 random bytes, not ${random.length}`);
  const bytes = new Uint8Array(16);
  for (let index = 5, rest = now; index >= 0; index -= 1, rest = Math.floor(rest / 256)) bytes[index] = rest % 256;
  for (let index = 6; index < 16; index += 1) bytes[index] = random[index - 6] ?? 0;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes;
};

/** The same facts give the same id, so that a retry builds the same plan. */
export const derivedId = <Prefix extends string>(
  prefix: Prefix,
  sha256: Sha256,
  facts: Uint8Array | string,
): Id<Prefix> => idFromBytes(prefix, hexToBytes(sha256(facts).slice(0, 32)));

const hexToBytes = (hex: string): Uint8Array => {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  return bytes;
};
