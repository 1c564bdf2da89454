import { dirname, join } from 'node:path';
import type { StreamId } from '../../core/event.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { Head, Heads } from '../../ports/heads.ts';
import { readFile, writeWhole } from './whole-io.ts';

/** What a repair is about to sign, in the folder it put aside: under one name while it is at work, then under another. */
const AT_WORK = 'repair.json';
const DONE = 'repaired.json';

export type RepairNote = { readonly aside: string; readonly head: Head };

/** Durable when it resolves, with all that was put aside: before the first byte of the stream is touched. */
export const noteAside = async (
  { fs, data, heads }: { readonly fs: FileSystem; readonly data: string; readonly heads: Pick<Heads, 'of'> },
  aside: string,
  head: Head,
): Promise<void> => {
  const before = (await heads.of(head.stream)) ?? null;
  writeNew(fs, join(aside, AT_WORK), Buffer.from(`${JSON.stringify({ v: 1, head, before })}\n`));
  for (const path of [aside, dirname(aside), data]) fs.syncFolderSync(path);
};

export const settleNote = (fs: FileSystem, aside: string): void => {
  fs.renameSync(join(aside, AT_WORK), join(aside, DONE));
  fs.syncFolderSync(aside);
};

/** Of repairs of this stream that did not come to their end. */
export const unsettledNotes = (fs: FileSystem, data: string, stream: StreamId): readonly RepairNote[] => {
  const top = join(data, 'aside');
  if (!fs.statSync(top)) return [];
  return fs.readdirSync(top).flatMap((name) => {
    const head = parse(readFile(fs, join(top, name, AT_WORK)));
    return head?.stream === stream ? [{ aside: join(top, name), head }] : [];
  });
};

export const writeNew = (fs: FileSystem, path: string, bytes: Uint8Array): void => {
  const file = fs.openSync(path, 'create');
  try {
    writeWhole(file, bytes, 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
};

/** One that was cut short says nothing: the stream was not touched yet. */
const parse = (bytes: Buffer | undefined): Head | undefined => {
  try {
    const { head } = JSON.parse(bytes?.toString() ?? '') as { readonly head?: Partial<Head> };
    const { stream, commits, head: hash } = head ?? {};
    if (typeof stream !== 'string' || typeof commits !== 'number' || typeof hash !== 'string') return undefined;
    return { stream, commits, head: hash };
  } catch {
    return undefined;
  }
};
