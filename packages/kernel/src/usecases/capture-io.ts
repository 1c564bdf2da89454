import type { OpenFile } from '../ports/file-system.ts';

/** The port may move less than asked; these go on until it is all there. */
export const writeAll = async (file: OpenFile, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const count = await file.write(bytes.subarray(done), position + done);
    if (count === 0) throw new Error('the disk took no bytes');
    done += count;
  }
};

/**
 * The same without the thread pool: the page cache takes a megabyte sooner than a thread takes the job. The process
 * gets its turn afterwards, for many of these come in a row.
 */
export const writeAllAtOnce = async (file: OpenFile, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const count = file.writeSync(bytes.subarray(done), position + done);
    if (count === 0) throw new Error('the disk took no bytes');
    done += count;
  }
  await new Promise((resolve) => setImmediate(resolve));
};

/** Answers how many bytes there were; fewer than asked only at the end of the file. */
export const readAll = async (file: Pick<OpenFile, 'read'>, into: Uint8Array, position: number): Promise<number> => {
  let done = 0;
  while (done < into.length) {
    const count = await file.read(into.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
};
