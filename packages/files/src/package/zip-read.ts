import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type PackageLimits, packageLimits } from './limits.ts';
import { isRefusal, refuseRead } from './refusal.ts';
import { directoryOf, type RawRecord } from './zip-directory.ts';

export type ZipEntry = {
  readonly name: string;
  readonly isFolder: boolean;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly size: number;
  readonly compressedSize: number;
  /** Where the compressed bytes start in the archive. */
  readonly start: number;
  readonly dosTime: number;
  readonly dosDate: number;
  readonly externalAttributes: number;
};

export type Zip = {
  readonly bytes: Buffer;
  /** In central-directory order. */
  readonly entries: readonly ZipEntry[];
  readonly byName: ReadonlyMap<string, ZipEntry>;
};

const LOCAL_HEADER = 0x04034b50;
const ENCRYPTED_FLAG = 0x1;

export const openZip = (bytes: Uint8Array, limits: PackageLimits = packageLimits): Zip => {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = directoryOf(archive);
  if (directory.records.length > limits.entries) refuseRead('archive_bomb', 'The package has too many entries.');
  const entries = directory.records.map((record) => entryOf(archive, record));
  refuseOverlaps(directory.records, entries, directory.start);
  refuseBombs(entries, limits);
  const byName = new Map<string, ZipEntry>();
  const folded = new Set<string>();
  for (const entry of entries) {
    // Part names are equal when they differ only in ASCII case, so such a pair would be two answers to one name.
    const key = entry.name.toLowerCase();
    if (folded.has(key)) refuseRead('archive_malformed', 'The package holds two entries of one name.');
    folded.add(key);
    byName.set(entry.name, entry);
  }
  return { bytes: archive, entries, byName };
};

/** The compressed bytes exactly as they stand in the archive. */
export const rawBytes = (zip: Zip, entry: ZipEntry): Buffer =>
  zip.bytes.subarray(entry.start, entry.start + entry.compressedSize);

export type CrcPolicy = 'refuse' | ((name: string) => void);

/** A whole entry, inflated. For parts small enough to hold; sheets are read with `entryChunks`. */
export const entryBytes = (zip: Zip, entry: ZipEntry, onBadCrc: CrcPolicy = 'refuse'): Buffer => {
  const bytes = entry.method === 0 ? rawBytes(zip, entry) : inflateWhole(rawBytes(zip, entry), entry);
  if (bytes.length !== entry.size) refuseRead('archive_malformed', 'An entry is not as long as it declares.');
  if (crc32(bytes) !== entry.crc) badCrc(entry, onBadCrc);
  return bytes;
};

/**
 * An entry as inflated pieces; inflating runs on the thread pool while the caller works on the piece before. Length
 * and checksum are judged at the end, so a caller that stops early has not verified the entry.
 */
export async function* entryChunks(zip: Zip, entry: ZipEntry, onBadCrc: CrcPolicy = 'refuse'): AsyncGenerator<Buffer> {
  if (entry.method === 0 || entry.size <= SMALL_ENTRY) {
    yield entryBytes(zip, entry, onBadCrc);
    return;
  }
  const inflater = createInflateRaw({ chunkSize: PIECE, readableHighWaterMark: 4 * PIECE } as object);
  inflater.end(rawBytes(zip, entry));
  let length = 0;
  let crc = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > entry.size) refuseRead('archive_bomb', 'An entry inflates to more than it declares.');
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (cause) {
    if (isRefusal(cause) || !isZlibError(cause)) throw cause;
    refuseRead('archive_malformed', 'An entry cannot be inflated.');
  } finally {
    inflater.destroy();
  }
  if (length !== entry.size) refuseRead('archive_malformed', 'An entry is not as long as it declares.');
  if (crc !== entry.crc) badCrc(entry, onBadCrc);
}

const SMALL_ENTRY = 256 * 1024;
const PIECE = 256 * 1024;

const inflateWhole = (raw: Buffer, entry: ZipEntry): Buffer => {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, entry.size) });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      return refuseRead('archive_bomb', 'An entry inflates to more than it declares.');
    if (isZlibError(cause)) return refuseRead('archive_malformed', 'An entry cannot be inflated.');
    throw cause;
  }
};

const isZlibError = (cause: unknown): boolean => {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' && code.startsWith('Z_');
};

const badCrc = (entry: ZipEntry, policy: CrcPolicy): void => {
  if (policy === 'refuse') refuseRead('damaged', 'A part of the package does not match its checksum.');
  else policy(entry.name);
};

const entryOf = (archive: Buffer, record: RawRecord): ZipEntry => {
  refuseUnsafeName(record.name);
  if (record.flags & ENCRYPTED_FLAG) refuseRead('encrypted', 'The package is encrypted.');
  const { method } = record;
  if (method !== 0 && method !== 8) return refuseRead('archive_malformed', 'An entry uses an unknown compression.');
  if (method === 0 && record.size !== record.compressedSize)
    refuseRead('archive_malformed', 'A stored entry declares two sizes.');
  const at = record.headerOffset;
  if (at + 30 > archive.length || archive.readUInt32LE(at) !== LOCAL_HEADER)
    refuseRead('archive_malformed', 'An entry has no local header.');
  const nameLength = archive.readUInt16LE(at + 26);
  const start = at + 30 + nameLength + archive.readUInt16LE(at + 28);
  if (start + record.compressedSize > archive.length) refuseRead('archive_malformed', 'An entry is cut short.');
  if (!archive.subarray(at + 30, at + 30 + nameLength).equals(record.nameBytes))
    refuseRead('archive_malformed', 'An entry has two names.');
  return {
    name: record.name,
    isFolder: record.name.endsWith('/'),
    method,
    crc: record.crc,
    size: record.size,
    compressedSize: record.compressedSize,
    start,
    dosTime: record.dosTime,
    dosDate: record.dosDate,
    externalAttributes: record.externalAttributes,
  };
};

const refuseUnsafeName = (name: string): void => {
  const unsafe =
    name === '' ||
    name.startsWith('/') ||
    name.includes('\\') ||
    name.includes('\0') ||
    /^[A-Za-z]:/.test(name) ||
    name.split('/').includes('..');
  if (unsafe) refuseRead('archive_path', 'The package holds an entry whose name leaves it.');
};

const refuseOverlaps = (records: readonly RawRecord[], entries: readonly ZipEntry[], directoryStart: number): void => {
  const spans = entries
    .map((entry, index) => ({ from: records[index]?.headerOffset ?? 0, to: entry.start + entry.compressedSize }))
    .toSorted((a, b) => a.from - b.from);
  let end = 0;
  for (const span of spans) {
    if (span.from < end) refuseRead('archive_malformed', 'Entries of the package overlap.');
    end = span.to;
  }
  if (end > directoryStart) refuseRead('archive_malformed', 'Entries overlap the directory of the package.');
};

// Declared sizes are enough here: inflating more than declared is refused when it happens.
const refuseBombs = (entries: readonly ZipEntry[], limits: PackageLimits): void => {
  let total = 0;
  let compressed = 0;
  for (const entry of entries) {
    if (entry.size > limits.streamedPartBytes) refuseRead('archive_bomb', 'A part of the package is too large.');
    total += entry.size;
    compressed += entry.compressedSize;
  }
  const tooDense = total > limits.ratioFloorBytes && total > compressed * limits.ratio;
  if (total > limits.totalBytes || tooDense) refuseRead('archive_bomb', 'The package inflates to too much.');
};
