import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const largest = 8 * 1024 * 1024;
const kept = 3;

export type LogFile = { readonly write: (line: string) => void; readonly close: () => void };

/** Lines into `path`; when it is full it becomes `path.1`, and so on up to `path.3`. Written at once: a crash keeps them. */
export const openLogFile = (path: string, limit = largest): LogFile => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const open = () => openSync(path, 'a', 0o600);
  let file = open();
  let size = fstatSync(file).size;
  const rotate = () => {
    closeSync(file);
    for (let age = kept - 1; age >= 1; age -= 1) moveIfThere(`${path}.${age}`, `${path}.${age + 1}`);
    moveIfThere(path, `${path}.1`);
    file = open();
    size = 0;
  };
  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      if (size > 0 && size + bytes.length > limit) rotate();
      size += writeSync(file, bytes);
    },
    close: () => closeSync(file),
  };
};

const moveIfThere = (from: string, to: string) => {
  try {
    renameSync(from, to);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
};
