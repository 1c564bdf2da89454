/** Bytes that look random and are the same for the same seed on every machine. */
export const noise = (length: number, seed: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let state = seed | 0;
  for (let at = 0; at < length; at += 4) {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    mixed ^= mixed >>> 14;
    for (let byte = 0; byte < 4 && at + byte < length; byte++) bytes[at + byte] = mixed >>> (byte * 8);
  }
  return bytes;
};

export const inserted = (base: Uint8Array, at: number, extra: Uint8Array): Uint8Array => {
  const edited = new Uint8Array(base.length + extra.length);
  edited.set(base.subarray(0, at));
  edited.set(extra, at);
  edited.set(base.subarray(at), at + extra.length);
  return edited;
};
