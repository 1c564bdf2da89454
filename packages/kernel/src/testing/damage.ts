import type { FileSystem } from '../ports/file-system.ts';

/** What no crash does: attested bytes changed behind the log's back, durably. */
export const changeFile = (fs: FileSystem, path: string, change: (bytes: Buffer) => Uint8Array): void => {
  const file = fs.openSync(path, 'update');
  const before = Buffer.alloc(file.sizeSync());
  file.readSync(before, 0);
  const after = change(before);
  file.truncateSync(0);
  file.writeSync(after, 0);
  file.datasyncSync();
  file.closeSync();
};

export const fileBytes = (fs: FileSystem, path: string): Buffer => {
  const file = fs.openSync(path, 'read');
  const bytes = Buffer.alloc(file.sizeSync());
  file.readSync(bytes, 0);
  file.closeSync();
  return bytes;
};

export const changeText = (fs: FileSystem, path: string, change: (text: string) => string): void =>
  changeFile(fs, path, (bytes) => Buffer.from(change(bytes.toString('latin1')), 'latin1'));

export const changeLine = (fs: FileSystem, path: string, index: number, change: (line: string) => string): void =>
  changeText(fs, path, (text) =>
    text
      .split('\n')
      .map((line, at) => (at === index ? change(line) : line))
      .join('\n'),
  );
