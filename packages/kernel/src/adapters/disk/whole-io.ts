import { fileRefusalOf } from '../../core/system-error.ts';
import type { FileSystem, OpenFile } from '../../ports/file-system.ts';

/** Reads and writes may stop half-way without an error; these do not. */
export const readExactly = (file: OpenFile, length: number, position: number): Buffer =>
  readInto(file, Buffer.allocUnsafe(length), position);

/** What was there to read: all of `into`, or less at the end of the file. */
export const readInto = (file: OpenFile, into: Buffer, position: number): Buffer => {
  let done = 0;
  while (done < into.length) {
    const count = file.readSync(into.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return into.subarray(0, done);
};

export const writeWhole = (file: OpenFile, bytes: Uint8Array, position: number): void => {
  let done = 0;
  while (done < bytes.length) done += file.writeSync(done === 0 ? bytes : bytes.subarray(done), position + done);
};

let scratch = Buffer.alloc(256 * 1024);

/** As bytes written from one buffer that is used again: a buffer, or a text of all, per commit keeps the collector busy. */
export const writeTexts = (file: OpenFile, texts: readonly string[], position: number): number => {
  let most = 0;
  for (const text of texts) most += text.length * 3;
  if (scratch.length < most) scratch = Buffer.alloc(most);
  let length = 0;
  for (const text of texts) length += scratch.write(text, length);
  writeWhole(file, scratch.subarray(0, length), position);
  return length;
};

/** Undefined when there is no such file. */
export const readFile = (fs: FileSystem, path: string, from = 0): Buffer | undefined => {
  if (!fs.statSync(path)) return undefined;
  const file = fs.openSync(path, 'read');
  try {
    return readExactly(file, Math.max(0, file.sizeSync() - from), from);
  } finally {
    file.closeSync();
  }
};

/** For what is free to delete: one that the system refuses is done without. */
export const readUnlessRefused = (fs: FileSystem, path: string): Buffer | undefined => {
  try {
    return readFile(fs, path);
  } catch (cause) {
    if (fileRefusalOf(cause) === undefined) throw cause;
    return undefined;
  }
};

/** What was appended to a manifest part, byte for byte; the zeros kept ahead of it are left out. */
export const readAppended = (fs: FileSystem, path: string, from = 0): string => {
  const bytes = readFile(fs, path, from);
  return bytes ? bytes.toString('latin1', 0, appendedLength(bytes)) : '';
};

export const appendedLength = (bytes: Uint8Array): number => {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  return length;
};

/** Opens for r+ what is there, or what a writer that stopped half-way has left there. */
export const openOrCreate = (fs: FileSystem, path: string): { readonly file: OpenFile; readonly born: boolean } =>
  fs.statSync(path)
    ? { file: fs.openSync(path, 'update'), born: false }
    : { file: fs.openSync(path, 'create'), born: true };
