const SAMPLES = 512;
// Uniform bytes repeat a value once in 256 pairs. Zips, pictures and sound stay near that; text, XML and tables
// are several times above it.
const WORTH_TRYING = 1.35 / 256;

/** A guess from a few hundred bytes, so that content which is packed already costs no compressor's time. */
export const looksCompressible = (bytes: Uint8Array): boolean => {
  if (bytes.length < 64) return false;
  const counts = new Uint16Array(256);
  const taken = Math.min(SAMPLES, bytes.length);
  const step = bytes.length / taken;
  let pairs = 0;
  for (let sample = 0; sample < taken; sample++) {
    const value = bytes[Math.floor(sample * step)] as number;
    const seen = counts[value] as number;
    pairs += seen;
    counts[value] = seen + 1;
  }
  return pairs / ((taken * (taken - 1)) / 2) > WORTH_TRYING;
};
