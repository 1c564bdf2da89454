import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Random-looking bytes, as zipped office files are; the same for the same seed. */
export const packedBytes = (length: number, seed: number): Buffer => {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = seed | 0;
  for (let at = 0; at < words.length; at += 1) {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    words[at] = mixed ^ (mixed >>> 14);
  }
  return Buffer.from(words.buffer, 0, length);
};

/** Rows of words and numbers, as exports and notes are. */
export const textBytes = (length: number, seed: number): Buffer => {
  const words = packedBytes(length, seed);
  const rows: string[] = [];
  let size = 0;
  for (let row = 0; size < length; row += 1) {
    const line = `${row};customer ${words.readUInt16LE(row % (length - 4))};${words.readUInt32LE(row % (length - 4))};open\n`;
    rows.push(line);
    size += line.length;
  }
  return Buffer.from(rows.join('')).subarray(0, length);
};

/** A thousand files of 200 KB, every tenth of them text, the rest zipped as office files are. Dated back: a capture trusts no file younger than 2 s. */
export const writeThousandFiles = (folder: string): readonly Buffer[] => {
  mkdirSync(folder);
  return Array.from({ length: 1_000 }, (_, index) => {
    const within = join(folder, `part-${index % 20}`);
    mkdirSync(within, { recursive: true });
    const bytes = index % 10 === 0 ? textBytes(200_000, index) : packedBytes(200_000, index);
    const path = join(within, `file-${index}.bin`);
    writeFileSync(path, bytes);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    return bytes;
  });
};

/** The change time cannot be dated back. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2_200));
