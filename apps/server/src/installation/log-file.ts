import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const largest = 8 * 1024 * 1024;
const kept = 3;

export type LogFile = {
  /** Never throws: whoever does something worth a line must not fail because the line could not be kept. */
  readonly write: (line: string) => void;
  /** How many lines could not be written. */
  readonly dropped: () => number;
  readonly close: () => void;
};

/** Lines into `path`; when it is full it becomes `path.1`, and so on up to `path.3`. Written at once: a crash keeps them. */
export const openLogFile = (path: string, limit = largest): LogFile => {
  let file: number | undefined;
  let size = 0;
  let torn = false;
  let dropped = 0;

  const open = (): number => {
    if (file !== undefined) return file;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    file = openSync(path, 'a', 0o600);
    size = fstatSync(file).size;
    return file;
  };
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  const rotate = () => {
    close();
    for (let age = kept - 1; age >= 1; age -= 1) moveIfThere(`${path}.${age}`, `${path}.${age + 1}`);
    moveIfThere(path, `${path}.1`);
  };
  const append = (line: string) => {
    // What is left of a line the disk took half of stays on a line of its own.
    const bytes = Buffer.from(torn ? `\n${line}` : line);
    open();
    if (size > 0 && size + bytes.length > limit) rotate();
    const into = open();
    for (let done = 0; done < bytes.length; ) {
      const took = writeSync(into, bytes, done);
      done += took;
      size += took;
      torn = done < bytes.length;
    }
  };
  const unlessItCannot = (act: () => void) => {
    try {
      act();
      return true;
    } catch {
      return false;
    }
  };
  unlessItCannot(open);
  return {
    write: (line) => {
      if (!unlessItCannot(() => append(line))) dropped += 1;
    },
    dropped: () => dropped,
    close,
  };
};

const moveIfThere = (from: string, to: string) => {
  try {
    renameSync(from, to);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
};
