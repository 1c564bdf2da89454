import { crc32 } from 'node:zlib';
import type { Tree } from '@atelier/kernel/core';
import type { BlobId, ContentStore } from '@atelier/kernel/ports';

type Entry = { readonly name: Buffer; readonly crc: number; readonly size: number; readonly offset: number };

const most32 = 0xffff_ffff;
/** Names are UTF-8, and sizes follow the data: a file is read once. */
const flags = 0x0808;
/** 1 January 1980: the archive of one state is always the same bytes. */
const date = 0x0021;

/** All files of a tree as one zip, stored and not compressed, streamed piece by piece. */
export const zipOf = (content: Pick<ContentStore, 'blobs'>, tree: Tree): ReadableStream<Uint8Array> => {
  const pieces = zipPieces(content, tree);
  return new ReadableStream({
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
};

async function* zipPieces({ blobs }: Pick<ContentStore, 'blobs'>, tree: Tree): AsyncGenerator<Uint8Array, void> {
  const entries: Entry[] = [];
  let offset = 0;
  for (const [path, { blob }] of Object.entries(tree.entries)) {
    const name = Buffer.from(path, 'utf8');
    const header = localHeader(name);
    yield header;
    let [crc, size] = [0, 0];
    const stream = await blobs.stream(blob as BlobId);
    if (!stream) throw new Error(`${blob} was here a moment ago and is missing now`);
    for await (const piece of stream) {
      crc = crc32(piece, crc);
      size += piece.length;
      // A copy: a piece is valid only until the next is asked for, and a socket may still hold it then.
      yield Uint8Array.prototype.slice.call(piece);
    }
    const after = descriptor(crc, size);
    yield after;
    entries.push({ name, crc, size, offset });
    offset += header.length + size + after.length;
  }
  const directory = Buffer.concat(entries.map(centralHeader));
  yield directory;
  yield ending(entries.length, directory.length, offset);
}

const localHeader = (name: Buffer): Buffer => {
  const header = Buffer.alloc(30 + 20);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(45, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(date, 12);
  header.writeUInt32LE(most32, 18);
  header.writeUInt32LE(most32, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(20, 28);
  // Zip64 from the start: how large a file is, is known only after it was read.
  header.writeUInt16LE(0x0001, 30);
  header.writeUInt16LE(16, 32);
  return Buffer.concat([header.subarray(0, 30), name, header.subarray(30)]);
};

const descriptor = (crc: number, size: number): Buffer => {
  const after = Buffer.alloc(24);
  after.writeUInt32LE(0x08074b50, 0);
  after.writeUInt32LE(crc, 4);
  after.writeBigUInt64LE(BigInt(size), 8);
  after.writeBigUInt64LE(BigInt(size), 16);
  return after;
};

const centralHeader = ({ name, crc, size, offset }: Entry): Buffer => {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(45, 4);
  header.writeUInt16LE(45, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(most32, 20);
  header.writeUInt32LE(most32, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(28, 30);
  header.writeUInt32LE(most32, 42);
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(size), 12);
  extra.writeBigUInt64LE(BigInt(offset), 20);
  return Buffer.concat([header, name, extra]);
};

const ending = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(0xffff, 84);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(most32, 88);
  end.writeUInt32LE(most32, 92);
  return end;
};
