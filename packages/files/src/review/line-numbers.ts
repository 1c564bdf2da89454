import type { TextFile } from '../text/text-file.ts';
import { createInterner } from './align.ts';

/** The same number for the same line on either side. Files of one encoding are compared by bytes, undecoded. */
export const numberLines = (before: TextFile, after: TextFile): readonly [Int32Array, Int32Array] => {
  if (before.encoding.encoding !== after.encoding.encoding || before.codec.unit !== 1) {
    const number = createInterner();
    const numbers = (file: TextFile) => Int32Array.from({ length: file.lineCount }, (_, at) => number(file.line(at)));
    return [numbers(before), numbers(after)];
  }
  return createLineTable(before, after).both();
};

/** Open addressing over byte ranges, all in typed arrays: a map of strings would hold every line twice. */
const createLineTable = (before: TextFile, after: TextFile) => {
  const lines = before.lineCount + after.lineCount;
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, lines * 2)));
  const slots = new Int32Array(size).fill(-1);
  const from = new Uint32Array(lines);
  const length = new Uint32Array(lines);
  let known = 0;
  let knownBefore = 0;
  const numberOf = (bytes: Buffer, start: number, end: number): number => {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    for (let slot = (hash >>> 0) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const number = slots[slot] as number;
      if (number === -1) {
        slots[slot] = known;
        from[known] = start;
        length[known] = end - start;
        return known++;
      }
      if (length[number] !== end - start) continue;
      const other = number < knownBefore ? before.bytes : bytes;
      if (isSame(other, from[number] as number, bytes, start, end - start)) return number;
    }
  };
  const numbersOf = (file: TextFile): Int32Array => {
    const numbers = new Int32Array(file.lineCount);
    for (let index = 0; index < file.lineCount; index++) {
      const end = (file.starts[index + 1] as number) - file.newlineLength(index);
      numbers[index] = numberOf(file.bytes, file.starts[index] as number, end);
    }
    return numbers;
  };
  return {
    both: (): readonly [Int32Array, Int32Array] => {
      knownBefore = lines;
      const old = numbersOf(before);
      knownBefore = known;
      return [old, numbersOf(after)];
    },
  };
};

const isSame = (a: Buffer, x: number, b: Buffer, y: number, length: number): boolean => {
  for (let at = 0; at < length; at++) if (a[x + at] !== b[y + at]) return false;
  return true;
};
