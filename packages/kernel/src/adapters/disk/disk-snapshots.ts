import { join } from 'node:path';
import type { StreamId } from '../../core/event.ts';
import type { Json } from '../../core/json.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { SnapshotOf, Snapshots } from '../../ports/snapshots.ts';
import { sha256 } from '../node/sha256.ts';
import { headAt } from './head-at.ts';
import type { StreamView } from './stream-view.ts';
import { readUnlessRefused, writeWhole } from './whole-io.ts';

type Stream = { readonly folder: string; readonly view: StreamView; readonly wrote: boolean };
type Header = { readonly v: 1; readonly seq: number; readonly head: string; readonly sha256: string };

/** `snapshots/<name>.<version>.json`: a line that binds it to a place in the chain, and the state. Never synced. */
export const createDiskSnapshots = (fs: FileSystem, streamOf: (name: StreamId) => Stream | undefined): Snapshots => ({
  load: async (name, of) => {
    const stream = streamOf(name);
    const bytes = stream && readUnlessRefused(fs, pathOf(stream.folder, of));
    if (!bytes) return undefined;
    const newline = bytes.indexOf(10);
    const header = parse(bytes.subarray(0, Math.max(0, newline)).toString()) as Partial<Header> | undefined;
    const text = bytes.subarray(newline + 1);
    if (header?.v !== 1 || header.seq === undefined || header.sha256 !== sha256(text)) return undefined;
    // A log that was repaired, or restored from elsewhere, has another commit at this place.
    if (header.head !== headAt(stream.view, header.seq)) return undefined;
    return { seq: header.seq, state: JSON.parse(text.toString()) as Json };
  },

  save: async (name, of, { seq, state }) => {
    const stream = streamOf(name);
    const head = stream?.wrote && headAt(stream.view, seq);
    if (!stream || !head) return;
    const text = JSON.stringify(state);
    const header: Header = { v: 1, seq, head, sha256: sha256(text) };
    const path = pathOf(stream.folder, of);
    const part = `${path}.part`;
    fs.mkdirSync(join(stream.folder, 'snapshots'));
    if (fs.statSync(part)) fs.unlinkSync(part);
    const file = fs.openSync(part, 'create');
    try {
      writeWhole(file, Buffer.from(`${JSON.stringify(header)}\n${text}`), 0);
    } finally {
      file.closeSync();
    }
    fs.renameSync(part, path);
    removeOtherVersions(fs, stream.folder, of);
  },
});

const pathOf = (folder: string, { name, version }: SnapshotOf): string => {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name) || !Number.isSafeInteger(version))
    throw new Error(`bad snapshot name ${name}`);
  return join(folder, 'snapshots', `${name}.${version}.json`);
};

const removeOtherVersions = (fs: FileSystem, folder: string, { name, version }: SnapshotOf): void => {
  for (const file of fs.readdirSync(join(folder, 'snapshots'))) {
    if (file.startsWith(`${name}.`) && file !== `${name}.${version}.json`)
      fs.unlinkSync(join(folder, 'snapshots', file));
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
