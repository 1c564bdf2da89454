import type { ByteSource } from '../../ports/index.ts';

/** Lines and counted bytes out of pieces that come as they like. Holds one line or one piece, never the whole. */
export const createByteReader = (pieces: AsyncIterable<Uint8Array>) => {
  const coming = pieces[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await coming.next();
    if (next.done) return false;
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value]);
    return true;
  };
  return {
    /** Without its end; undefined where none ends within the limit. */
    line: async (longest: number): Promise<string | undefined> => {
      for (let from = 0; ; ) {
        const end = held.indexOf(10, from);
        if (end >= 0) {
          const text = held.toString('utf8', 0, end);
          held = held.subarray(end + 1);
          return text;
        }
        from = held.length;
        if (held.length > longest || !(await more())) return undefined;
      }
    },
    /** The next so many bytes, to be read once. */
    body: (size: number): ByteSource & { readonly left: () => number } => {
      let left = size;
      return {
        left: () => left,
        read: async (into) => {
          if (left === 0) return 0;
          if (held.length === 0 && !(await more())) return 0;
          const count = Math.min(into.length, held.length, left);
          held.copy(into, 0, 0, count);
          held = held.subarray(count);
          left -= count;
          return count;
        },
      };
    },
    isAtEnd: async (): Promise<boolean> => held.length === 0 && !(await more()),
  };
};
