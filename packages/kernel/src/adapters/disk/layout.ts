import { join } from 'node:path';
import type { StreamId } from '../../core/event.ts';
import { parseStreamId } from '../../core/stream-name.ts';
import type { FileSystem } from '../../ports/file-system.ts';

/** `<data>/streams/<kind>/<id>`; a stream that is a kind by itself lives in `_`, which no id can be called. */
export const ALONE = '_';

export const streamFolder = (data: string, stream: StreamId): string => {
  const name = parseStreamId(stream);
  if (!name.ok) throw new Error(name.error.detail);
  return join(data, 'streams', name.value.kind, name.value.id ?? ALONE);
};

/** A segment and the manifest part that attests it are called by the first seq they hold. */
export const segmentPath = (folder: string, first: number): string => join(folder, 'events', fileName(first));
export const partPath = (folder: string, first: number): string => join(folder, 'manifest', fileName(first));
export const indexPath = (folder: string, first: number): string => join(folder, 'index', `${digits(first)}.idx`);

/** The first seq that a file name stands for, or undefined for a file that is none of ours. */
export const firstOf = (name: string): number | undefined =>
  /^\d{12}\.jsonl$/.test(name) ? Number(name.slice(0, 12)) : undefined;

/** First seqs of the manifest parts, oldest first; none before the stream is born. */
export const partsIn = (fs: FileSystem, folder: string): readonly number[] => {
  if (!fs.statSync(`${folder}/manifest`)) return [];
  return fs
    .readdirSync(`${folder}/manifest`)
    .flatMap((name) => firstOf(name) ?? [])
    .sort((a, b) => a - b);
};

const fileName = (first: number): string => `${digits(first)}.jsonl`;
const digits = (first: number): string => String(first).padStart(12, '0');
