/**
 * Bech32m (BIP 350) for tokens of a fixed length, straight between bytes and text. A general library goes through
 * lists of words, and an answer carries three tokens.
 */
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < 32; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value;

const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CONSTANT = 0x2bc830a3;
const CHECKSUM = 6;

/** What the five bits that leave the register do to it, for each of the 32 ways they can be set. */
const FEEDBACK = Int32Array.from({ length: 32 }, (_, bits) =>
  GENERATORS.reduce((sum, generator, index) => ((bits >> index) & 1 ? sum ^ generator : sum), 0),
);

const step = (checksum: number, value: number): number =>
  ((checksum & 0x1ffffff) << 5) ^ value ^ (FEEDBACK[checksum >>> 25] ?? 0);

const begin = (prefix: string): number => {
  let checksum = 1;
  for (let index = 0; index < prefix.length; index += 1) checksum = step(checksum, prefix.charCodeAt(index) >> 5);
  checksum = step(checksum, 0);
  for (let index = 0; index < prefix.length; index += 1) checksum = step(checksum, prefix.charCodeAt(index) & 31);
  return checksum;
};

export const encodeBech32m = (prefix: string, bytes: Uint8Array): string => {
  let checksum = begin(prefix);
  let text = `${prefix}1`;
  let carry = 0;
  let bits = 0;
  const put = (value: number): void => {
    checksum = step(checksum, value);
    text += ALPHABET[value];
  };
  for (let index = 0; index < bytes.length; index += 1) {
    carry = ((carry << 8) | (bytes[index] ?? 0)) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) put((carry >> (bits - 5)) & 31);
  }
  if (bits > 0) put((carry << (5 - bits)) & 31);
  for (let index = 0; index < CHECKSUM; index += 1) checksum = step(checksum, 0);
  checksum ^= CONSTANT;
  for (let index = CHECKSUM - 1; index >= 0; index -= 1) text += ALPHABET[(checksum >>> (5 * index)) & 31];
  return text;
};

/** Undefined for a wrong checksum. `bytes` is undefined where the words are no whole bytes. */
export const decodeBech32m = (
  text: string,
): { readonly prefix: string; readonly bytes: Uint8Array | undefined } | undefined => {
  const at = text.lastIndexOf('1');
  if (at < 1 || text.length < at + 1 + CHECKSUM) return undefined;
  const prefix = text.slice(0, at);
  const words = text.length - at - 1 - CHECKSUM;
  const bytes = new Uint8Array((words * 5) >> 3);
  let checksum = begin(prefix);
  let carry = 0;
  let bits = 0;
  let filled = 0;
  for (let index = at + 1; index < text.length; index += 1) {
    const value = VALUES[text.charCodeAt(index)] ?? -1;
    if (value < 0) return undefined;
    checksum = step(checksum, value);
    if (index - at > words) continue;
    carry = ((carry << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[filled] = (carry >> bits) & 0xff;
    filled += 1;
  }
  if (checksum !== CONSTANT) return undefined;
  // What is left over must be padding, and nothing but zeros: one token has one spelling.
  const padded = bits < 5 && (carry & ((1 << bits) - 1)) === 0;
  return { prefix, bytes: padded ? bytes : undefined };
};
