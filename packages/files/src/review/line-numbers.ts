import type { TextFile } from '../text/text-file.ts';
import { createInterner } from './align.ts';

/** The same number for the same line on either side. Files of one encoding are compared by bytes, undecoded. */
export const numberLines = (before: TextFile, after: TextFile): readonly [Int32Array, Int32Array] => {
  if (before.encoding.encoding !== after.encoding.encoding || before.codec.unit !== 1) {
    const number = createInterner();
    const numbers = (file: TextFile) => Int32Array.from({ length: file.lineCount }, (_, at) => number(file.line(at)));
    return [numbers(before), numbers(after)];
  }
  const table = createLineTable(before.lineCount + after.lineCount);
  return [table(before), table(after)];
};

type Place = { readonly bytes: Buffer; readonly from: number; readonly to: number };

/** Open addressing over byte ranges: a map of strings would make a string of every line first. */
const createLineTable = (lines: number) => {
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, lines * 2)));
  const slots = new Int32Array(size).fill(-1);
  const known: Place[] = [];
  const numberOf = (bytes: Buffer, from: number, to: number): number => {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    for (let slot = (hash >>> 0) % size; ; slot = (slot + 1) % size) {
      const number = slots[slot] as number;
      if (number === -1) {
        slots[slot] = known.length;
        known.push({ bytes, from, to });
        return known.length - 1;
      }
      if (isSame(known[number] as Place, bytes, from, to)) return number;
    }
  };
  return (file: TextFile): Int32Array => {
    const numbers = new Int32Array(file.lineCount);
    for (let index = 0; index < file.lineCount; index++) {
      const [from = 0, to = 0] = [file.starts[index], file.starts[index + 1]];
      numbers[index] = numberOf(file.bytes, from, to - file.newlineLength(index));
    }
    return numbers;
  };
};

const isSame = (known: Place, bytes: Buffer, from: number, to: number): boolean => {
  if (known.to - known.from !== to - from) return false;
  for (let at = 0; at < to - from; at++) if (known.bytes[known.from + at] !== bytes[from + at]) return false;
  return true;
};
