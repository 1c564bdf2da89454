import { type FileHandle, open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { deflateBlocks } from './deflate-blocks.ts';
import { rawBytes, type Zip, type ZipEntry } from './zip-read.ts';

/** What the next entry of the new archive is made of. */
export type ZipItem =
  | { readonly from: 'copy'; readonly zip: Zip; readonly entry: ZipEntry }
  | { readonly from: 'bytes'; readonly name: string; readonly bytes: Uint8Array; readonly level?: number }
  | {
      readonly from: 'chunks';
      readonly name: string;
      readonly chunks: AsyncIterable<Uint8Array>;
      readonly level?: number;
    };

/** Takes bytes at positions; a local header is patched once the length of its entry is known. */
export interface ZipSink {
  readonly write: (position: number, bytes: Uint8Array) => Promise<void>;
}

// Level 1 grew a 26 MB workbook to 33 MB, past what a host admits.
const DEFAULT_LEVEL = 6;
const FIXED_DATE = 0x21; // 1980-01-01: same input, same archive
const UTF8_NAMES = 0x800;

type Written = {
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly dosTime: number;
  readonly dosDate: number;
  readonly externalAttributes: number;
  readonly offset: number;
};

export const writeZip = async (sink: ZipSink, items: Iterable<ZipItem>): Promise<{ readonly length: number }> => {
  const written: Written[] = [];
  let position = 0;
  for (const item of items) {
    const entry = await writeItem(sink, item, position);
    written.push(entry);
    position = entry.offset + 30 + entry.name.length + entry.compressedSize;
  }
  const directory = Buffer.concat(written.map(directoryRecord));
  if (position + directory.length > 0xfffffffe || written.length > 0xfffe) throw new Error('archive beyond 4 GiB');
  await sink.write(position, directory);
  await sink.write(position + directory.length, endRecord(written.length, directory.length, position));
  return { length: position + directory.length + 22 };
};

/** Writes and syncs an archive under `path`; on any failure the caller removes the staging file. */
export const writeZipFile = async (path: string, items: Iterable<ZipItem>): Promise<{ readonly length: number }> => {
  const file = await open(path, 'w');
  try {
    const result = await writeZip(fileSink(file), items);
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
};

export const zipToBuffer = async (items: Iterable<ZipItem>): Promise<Buffer> => {
  let buffer = Buffer.alloc(64 * 1024);
  const sink: ZipSink = {
    write: async (position, bytes) => {
      if (position + bytes.length > buffer.length) {
        const grown = Buffer.alloc(Math.max(buffer.length * 2, position + bytes.length));
        buffer.copy(grown);
        buffer = grown;
      }
      buffer.set(bytes, position);
    },
  };
  const { length } = await writeZip(sink, items);
  return buffer.subarray(0, length);
};

const fileSink = (file: FileHandle): ZipSink => ({
  write: async (position, bytes) => {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  },
});

const writeItem = async (sink: ZipSink, item: ZipItem, offset: number): Promise<Written> => {
  if (item.from === 'copy') {
    const { entry } = item;
    const written: Written = { ...entry, name: Buffer.from(entry.name), offset };
    await sink.write(offset, localHeader(written));
    await sink.write(offset + 30 + written.name.length, rawBytes(item.zip, entry));
    return written;
  }
  const fresh = { name: Buffer.from(item.name), dosTime: 0, dosDate: FIXED_DATE, externalAttributes: 0, offset };
  const body = offset + 30 + fresh.name.length;
  if (item.from === 'bytes') {
    const { bytes } = item;
    const packed = deflateRawSync(bytes, { level: item.level ?? DEFAULT_LEVEL });
    const stored = packed.length >= bytes.length;
    const data = stored ? bytes : packed;
    const written = {
      ...fresh,
      method: stored ? 0 : 8,
      crc: crc32(bytes),
      size: bytes.length,
      compressedSize: data.length,
    };
    await sink.write(offset, localHeader(written));
    await sink.write(body, data);
    return written;
  }
  const counted = await deflateInto(sink, body, item.chunks, item.level ?? DEFAULT_LEVEL);
  const written = { ...fresh, method: 8, ...counted };
  await sink.write(offset, localHeader(written));
  return written;
};

const deflateInto = async (
  sink: ZipSink,
  start: number,
  chunks: AsyncIterable<Uint8Array>,
  level: number,
): Promise<{ crc: number; size: number; compressedSize: number }> => {
  let crc = 0;
  let size = 0;
  let compressedSize = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
  }
  for await (const packed of deflateBlocks(counted(), level)) {
    await sink.write(start + compressedSize, packed);
    compressedSize += packed.length;
  }
  return { crc, size, compressedSize };
};

const localHeader = (entry: Written): Buffer => {
  const header = Buffer.alloc(30 + entry.name.length);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  commonFields(header, 6, entry);
  entry.name.copy(header, 30);
  return header;
};

const directoryRecord = (entry: Written): Buffer => {
  const record = Buffer.alloc(46 + entry.name.length);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(20, 4);
  record.writeUInt16LE(20, 6);
  commonFields(record, 8, entry);
  record.writeUInt32LE(entry.externalAttributes, 38);
  record.writeUInt32LE(entry.offset, 42);
  entry.name.copy(record, 46);
  return record;
};

const commonFields = (target: Buffer, at: number, entry: Written): void => {
  target.writeUInt16LE(UTF8_NAMES, at);
  target.writeUInt16LE(entry.method, at + 2);
  target.writeUInt16LE(entry.dosTime, at + 4);
  target.writeUInt16LE(entry.dosDate, at + 6);
  target.writeUInt32LE(entry.crc, at + 8);
  target.writeUInt32LE(entry.compressedSize, at + 12);
  target.writeUInt32LE(entry.size, at + 16);
  target.writeUInt16LE(entry.name.length, at + 20);
};

const endRecord = (count: number, size: number, start: number): Buffer => {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(start, 16);
  return record;
};
