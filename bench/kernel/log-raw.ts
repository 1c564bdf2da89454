import * as fs from 'node:fs';
import type { JsonObject } from '@atelier/kernel/core';

/** An event of about 1 KB, different each time. */
export const oneKilobyte = (n: number): { readonly kind: string; readonly key: null; readonly data: JsonObject } => ({
  kind: 'noted',
  key: null,
  data: { n, note: `${n} `.padEnd(120, 'what was said, done and decided '), text: LONG, tags: ['draft', 'review'] },
});
const LONG = 'The quick brown fox jumps over the lazy dog; the log remembers. '.repeat(11);

/** The line a log keeps of that event, byte for byte as long: what a yardstick writes. */
export const lineOf = (n: number): string => `${JSON.stringify({ ...oneKilobyte(n), v: 1, seq: n, id: ID, at: AT })}\n`;
const ID = 'x'.repeat(30);
const AT = '2000-01-01T00:00:00.000Z';

/** What a program without promises does: append the bytes, fdatasync, next. */
export const rawAppender = (path: string) => {
  const fd = fs.openSync(path, 'w+');
  let size = 0;
  return {
    appendSync: (bytes: Uint8Array): void => {
      size += fs.writeSync(fd, bytes, 0, bytes.length, size);
      fs.fdatasyncSync(fd);
    },
    append: async (bytes: Uint8Array): Promise<void> => {
      size += fs.writeSync(fd, bytes, 0, bytes.length, size);
      await new Promise<void>((resolve, reject) => fs.fdatasync(fd, (cause) => (cause ? reject(cause) : resolve())));
    },
    close: () => fs.closeSync(fd),
  };
};

/** The bare idea of group commit: whoever waits when the disk is free shares one write and one sync. */
export const rawGroupAppender = (path: string) => {
  const raw = rawAppender(path);
  let waiting: { readonly line: string; readonly done: () => void }[] = [];
  let busy = false;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await raw.append(Buffer.from(batch.map(({ line }) => line).join('')));
      for (const { done } of batch) done();
    }
    busy = false;
  };
  return {
    append: (line: string): Promise<void> =>
      new Promise((done) => {
        waiting.push({ line, done });
        if (!busy) {
          busy = true;
          queueMicrotask(() => void drain());
        }
      }),
    close: raw.close,
  };
};
