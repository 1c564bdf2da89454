import { contentOfLine } from '../../core/log/content-line.ts';
import { keyOfLine } from '../../core/log/event-line.ts';
import { sha256 } from '../node/sha256.ts';
import { type CommitLines, linesOf } from './commit-lines.ts';

/**
 * Which seqs of a closed segment may carry a key, and which commits a content id. Free to delete: it is built
 * from the segment again. It holds hashes only, so what it names is looked at before it is believed.
 */
export type ClosedIndex = {
  readonly seqsOfKey: (key: string) => readonly number[];
  readonly seqsOfContent: (id: string) => readonly number[];
  readonly encode: () => Buffer;
};

type Table = { readonly hashes: Float64Array; readonly seqs: Uint32Array };

const MAGIC = 'atelier-index-1\n';
const HEADER = MAGIC.length + 64 + 8;
const CHECKSUM = 64;

export const buildClosedIndex = (first: number, head: string, commits: Iterable<CommitLines>): ClosedIndex => {
  const keys: [number, number][] = [];
  const contents: [number, number][] = [];
  for (const commit of commits) {
    const { record } = commit;
    for (const [index, line] of linesOf(commit).entries()) {
      const seq = record.first + index;
      if (seq <= record.last) {
        const key = keyOfLine(line);
        if (key !== null) keys.push([hashOf(key), seq - first]);
      } else {
        const content = contentOfLine(line);
        if (content) contents.push([hashOf(content.id), record.first - first]);
      }
    }
  }
  return closedIndex(first, head, tableOf(keys), tableOf(contents));
};

/** Undefined when the bytes are not a whole index of this segment as the chain has it. */
export const decodeClosedIndex = (first: number, head: string, bytes: Buffer): ClosedIndex | undefined => {
  if (bytes.length < HEADER + CHECKSUM || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  if (bytes.toString('latin1', MAGIC.length, MAGIC.length + 64) !== head) return undefined;
  const body = bytes.subarray(0, -CHECKSUM);
  if (sha256(body) !== bytes.toString('latin1', bytes.length - CHECKSUM)) return undefined;
  const keyCount = bytes.readUInt32LE(HEADER - 8);
  const contentCount = bytes.readUInt32LE(HEADER - 4);
  if (body.length !== HEADER + (keyCount + contentCount) * 12) return undefined;
  return closedIndex(
    first,
    head,
    readTable(body, HEADER, keyCount),
    readTable(body, HEADER + keyCount * 12, contentCount),
  );
};

const closedIndex = (first: number, head: string, keys: Table, contents: Table): ClosedIndex => ({
  seqsOfKey: (key) => find(keys, hashOf(key)).map((seq) => first + seq),
  seqsOfContent: (id) => find(contents, hashOf(id)).map((seq) => first + seq),
  encode: () => {
    const counts = Buffer.alloc(8);
    counts.writeUInt32LE(keys.seqs.length, 0);
    counts.writeUInt32LE(contents.seqs.length, 4);
    const body = Buffer.concat([Buffer.from(MAGIC + head, 'latin1'), counts, writeTable(keys), writeTable(contents)]);
    return Buffer.concat([body, Buffer.from(sha256(body), 'latin1')]);
  },
});

/** 48 bits: a number holds them exactly, and a false hit is rare enough to be looked at. */
const hashOf = (text: string): number => Number.parseInt(sha256(text).slice(0, 12), 16);

const tableOf = (pairs: [number, number][]): Table => {
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return { hashes: Float64Array.from(pairs, (pair) => pair[0]), seqs: Uint32Array.from(pairs, (pair) => pair[1]) };
};

const find = ({ hashes, seqs }: Table, hash: number): readonly number[] => {
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (; hashes[low] === hash; low += 1) found.push(seqs[low] ?? 0);
  return found;
};

const writeTable = ({ hashes, seqs }: Table): Buffer => {
  const bytes = Buffer.alloc(hashes.length * 12);
  for (const [index, hash] of hashes.entries()) {
    bytes.writeDoubleLE(hash, index * 8);
    bytes.writeUInt32LE(seqs[index] ?? 0, hashes.length * 8 + index * 4);
  }
  return bytes;
};

const readTable = (bytes: Buffer, at: number, count: number): Table => ({
  hashes: Float64Array.from({ length: count }, (_, index) => bytes.readDoubleLE(at + index * 8)),
  seqs: Uint32Array.from({ length: count }, (_, index) => bytes.readUInt32LE(at + count * 8 + index * 4)),
});
