import { refuseRead } from './refusal.ts';

/** One central-directory record, zip64 values resolved. */
export type RawRecord = {
  readonly name: string;
  readonly nameBytes: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly dosTime: number;
  readonly dosDate: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly externalAttributes: number;
  readonly headerOffset: number;
};

const END = 0x06054b50;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const RECORD = 0x02014b50;
const UTF8_FLAG = 0x800;
const MAX32 = 0xffffffff;

export const directoryOf = (archive: Buffer): { readonly records: readonly RawRecord[]; readonly start: number } => {
  const { count, start, size } = locate(archive);
  if (start + size > archive.length) malformed();
  const records: RawRecord[] = [];
  let at = start;
  const end = start + size;
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || archive.readUInt32LE(at) !== RECORD) malformed();
    const nameLength = archive.readUInt16LE(at + 28);
    const extraLength = archive.readUInt16LE(at + 30);
    const next = at + 46 + nameLength + extraLength + archive.readUInt16LE(at + 32);
    if (next > end) malformed();
    records.push(recordAt(archive, at, nameLength, extraLength));
    at = next;
  }
  return { records, start };
};

const malformed = (): never => refuseRead('archive_malformed', 'The directory of the package is damaged.');

const locate = (archive: Buffer): { count: number; start: number; size: number } => {
  const at = endRecordAt(archive);
  const count = archive.readUInt16LE(at + 10);
  const size = archive.readUInt32LE(at + 12);
  const start = archive.readUInt32LE(at + 16);
  if (archive.readUInt16LE(at + 4) !== 0) malformed();
  if (count !== 0xffff && size !== MAX32 && start !== MAX32) return { count, start, size };
  const locator = at - 20;
  if (locator < 0 || archive.readUInt32LE(locator) !== END64_LOCATOR) return { count, start, size };
  const end64 = safeNumber(archive.readBigUInt64LE(locator + 8));
  if (end64 + 56 > archive.length || archive.readUInt32LE(end64) !== END64) malformed();
  return {
    count: safeNumber(archive.readBigUInt64LE(end64 + 32)),
    size: safeNumber(archive.readBigUInt64LE(end64 + 40)),
    start: safeNumber(archive.readBigUInt64LE(end64 + 48)),
  };
};

/** How many bytes may stand behind an archive: what mail and copying leave there. */
const mostTrailing = 4 * 1024;

const endRecordAt = (archive: Buffer): number => {
  const lowest = Math.max(0, archive.length - 22 - 0xffff - mostTrailing);
  let behind: number | undefined;
  for (let at = archive.length - 22; at >= lowest; at--) {
    if (archive[at] !== 0x50 || archive.readUInt32LE(at) !== END) continue;
    const end = at + 22 + archive.readUInt16LE(at + 20);
    if (end === archive.length) return at;
    // With something behind it, an end record is believed only where its own directory ends right before it.
    const isSound = archive.readUInt32LE(at + 16) + archive.readUInt32LE(at + 12) === at;
    if (isSound && end < archive.length && archive.length - end <= mostTrailing) behind ??= at;
  }
  return behind ?? malformed();
};

const recordAt = (archive: Buffer, at: number, nameLength: number, extraLength: number): RawRecord => {
  const flags = archive.readUInt16LE(at + 8);
  const nameBytes = archive.subarray(at + 46, at + 46 + nameLength);
  const extra = archive.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
  const sizes = resolveZip64(extra, {
    size: archive.readUInt32LE(at + 24),
    compressedSize: archive.readUInt32LE(at + 20),
    headerOffset: archive.readUInt32LE(at + 42),
  });
  return {
    name: decodeName(nameBytes, flags),
    nameBytes,
    flags,
    method: archive.readUInt16LE(at + 10),
    dosTime: archive.readUInt16LE(at + 12),
    dosDate: archive.readUInt16LE(at + 14),
    crc: archive.readUInt32LE(at + 16),
    externalAttributes: archive.readUInt32LE(at + 38),
    ...sizes,
  };
};

type Sizes = { size: number; compressedSize: number; headerOffset: number };

const resolveZip64 = (extra: Buffer, sizes: Sizes): Sizes => {
  if (sizes.size !== MAX32 && sizes.compressedSize !== MAX32 && sizes.headerOffset !== MAX32) return sizes;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let field = at + 4;
    const end = Math.min(extra.length, field + extra.readUInt16LE(at + 2));
    const take = (): number => {
      if (field + 8 > end) return malformed();
      field += 8;
      return safeNumber(extra.readBigUInt64LE(field - 8));
    };
    const size = sizes.size === MAX32 ? take() : sizes.size;
    const compressedSize = sizes.compressedSize === MAX32 ? take() : sizes.compressedSize;
    const headerOffset = sizes.headerOffset === MAX32 ? take() : sizes.headerOffset;
    return { size, compressedSize, headerOffset };
  }
  return malformed();
};

const safeNumber = (value: bigint): number => (value > BigInt(Number.MAX_SAFE_INTEGER) ? malformed() : Number(value));

const decodeName = (bytes: Buffer, flags: number): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    if (flags & UTF8_FLAG) return malformed();
    return bytes.toString('latin1');
  }
};
