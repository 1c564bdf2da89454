import { type OpcPackage, rawBytes } from '../package/index.ts';

/**
 * Whether a part is not the same on both sides. Equal compressed bytes settle nearly everything without inflating; a
 * checksum alone would not do, because two contents can share one and a changed file must never look unchanged.
 */
export const partsDiffer = (a: OpcPackage, b: OpcPackage, name: string, other = name): boolean => {
  const [x, y] = [a.zip.byName.get(name), b.zip.byName.get(other)];
  if (x && y) {
    if (x.method === y.method && x.size === y.size && rawBytes(a.zip, x).equals(rawBytes(b.zip, y))) return false;
    return !a.bytes(name).equals(b.bytes(other));
  }
  if (a.has(name) !== b.has(other)) return true;
  return a.has(name) && !a.bytes(name).equals(b.bytes(other));
};
