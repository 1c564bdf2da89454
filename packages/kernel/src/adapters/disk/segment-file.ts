import { dirname } from 'node:path';
import type { CommitRecord } from '../../core/log/commit-record.ts';
import type { FileSystem, OpenFile } from '../../ports/file-system.ts';
import { sha256 } from '../node/sha256.ts';
import { Corruption } from './corruption.ts';
import { isPacked, unpackSegment } from './packed-segment.ts';
import { troubleAt } from './stream-view.ts';
import { readExactly, readFile, readInto, writeWhole } from './whole-io.ts';

const BEGINNING = 17;

/** The lines of a segment, wherever they are read from. */
export type SegmentLines = {
  readonly readInto: (into: Buffer, offset: number) => Buffer;
  /** The same lines unpacked; undefined where they are not packed, or are unpacked already. */
  readonly unpacked: () => SegmentLines | undefined;
  readonly close: () => void;
};

export const isPackedFile = (file: OpenFile): boolean => isPacked(readExactly(file, BEGINNING, 0));

/** Read as plain lines first: whoever finds that they are not what was attested asks for them unpacked. */
export const openSegment = (fs: FileSystem, path: string): SegmentLines => {
  const file = fs.openSync(path, 'read');
  return {
    readInto: (into, offset) => readInto(file, into, offset),
    unpacked: () => (isPackedFile(file) ? unpackedLines(readExactly(file, file.sizeSync(), 0)) : undefined),
    close: file.closeSync,
  };
};

const unpackedLines = (packed: Buffer): SegmentLines => {
  const lines = unpackSegment(packed);
  return {
    readInto: (into, offset) => into.subarray(0, lines.copy(into, 0, offset)),
    unpacked: () => undefined,
    close: () => undefined,
  };
};

/** The bytes of a packed segment; undefined for a plain one or none. */
export const packedBytes = (fs: FileSystem, path: string): Buffer | undefined => {
  const bytes = readFile(fs, path);
  return bytes && isPacked(bytes) ? bytes : undefined;
};

/**
 * Puts other bytes under a segment's name, durably: a stop leaves the old file or the new one. Only while nobody else
 * can write the stream.
 */
export const replaceSegment = (fs: FileSystem, path: string, bytes: Uint8Array): void => {
  const draft = `${path}.packing`;
  if (fs.statSync(draft)) fs.unlinkSync(draft);
  const file = fs.openSync(draft, 'create');
  try {
    writeWhole(file, bytes, 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
  fs.renameSync(draft, path);
  fs.syncFolderSync(dirname(path));
};

/** Before lines are appended. What is damaged stays packed: from there one wrong bit can still be put right. */
export const unpackInPlace = (fs: FileSystem, path: string, records: readonly CommitRecord[]): void => {
  const packed = packedBytes(fs, path);
  if (!packed) return;
  const lines = unpackSegment(packed);
  for (const { offset, bytes, sha256: wanted, first, commit } of records)
    if (sha256(lines.subarray(offset, offset + bytes)) !== wanted)
      throw new Corruption(troubleAt(first, commit, 'digest_mismatch'));
  replaceSegment(fs, path, lines);
};
