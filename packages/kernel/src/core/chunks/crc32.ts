const table: Uint32Array = Uint32Array.from({ length: 256 }, (_, value) => {
  let rest = value;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1;
  return rest;
});

/** Tells damage from truth where a hash would need the platform. */
export const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffff_ffff;
  for (let at = 0; at < bytes.length; at++) {
    sum = (sum >>> 8) ^ (table[(sum ^ (bytes[at] as number)) & 0xff] as number);
  }
  return ~sum >>> 0;
};
