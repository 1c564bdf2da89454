import { dirname, join } from 'node:path';
import type { StreamId } from '../../core/event.ts';
import { parseStreamId } from '../../core/stream-name.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { Head, Heads } from '../../ports/heads.ts';
import { isSignedWith, HEAD_KEY_BYTES as KEY_BYTES, signatureOf } from '../signed-head.ts';
import { ALONE } from './layout.ts';
import { readFile, writeWhole } from './whole-io.ts';

/**
 * `<data>/heads/<kind>/<id>.json`, one line each, replaced by rename; signed with the key in `<data>/keys/heads.key`.
 * Whoever can read that key can sign: keep a copy of both elsewhere to be safe from who can write this disk.
 */
export const createDiskHeads = (fs: FileSystem, data: string, entropy: Entropy): Heads => {
  let sure: Buffer | undefined;
  // Of this process alone: renamed by one while another has only begun to write it, a half-written head would stand.
  let ownName: string | undefined;

  /** Before anything is signed with it: a key that a power cut could take makes every signature a forgery. */
  const signingKey = (): Buffer => {
    sure ??= makeSureOfKey(fs, data, readKey(fs, data) ?? makeKey(fs, data, entropy));
    return sure;
  };

  const read = (stream: StreamId): Head | 'forged' | undefined => {
    const bytes = readFile(fs, headPath(data, stream));
    if (!bytes) return undefined;
    const parsed = parse(bytes.toString());
    if (!parsed || parsed.head.stream !== stream) return 'forged';
    const key = readKey(fs, data);
    return key && isSignedWith(parsed.head, parsed.signature, key) ? parsed.head : 'forged';
  };

  const signAll = async (heads: readonly Head[], after: 'commit' | 'repair'): Promise<void> => {
    const folders = new Set<string>();
    for (const head of heads) {
      const isOld = (): boolean => {
        const before = read(head.stream);
        return after === 'commit' && typeof before === 'object' && before.commits >= head.commits;
      };
      if (isOld()) continue;
      ownName ??= Buffer.from(entropy.bytes(6)).toString('hex');
      const part = `${headPath(data, head.stream)}.${ownName}.part`;
      await writeHead(fs, data, part, head, signatureOf(head, signingKey()));
      // Another process may have signed a later one while this one was synced.
      if (isOld()) fs.unlinkSync(part);
      else fs.renameSync(part, headPath(data, head.stream));
      folders.add(dirname(part));
    }
    for (const folder of folders) await fs.syncFolder(folder);
  };

  let turn: Promise<void> = Promise.resolve();

  return {
    // In turn, for two at once would write one file; the process goes on meanwhile, however many there are.
    sign: (heads, after = 'commit') => {
      const signed = turn.then(() => signAll(heads, after));
      turn = signed.catch(() => undefined);
      return signed;
    },
    of: async (stream) => (parseStreamId(stream).ok ? read(stream) : undefined),
    streams: async () => {
      const top = join(data, 'heads');
      if (!fs.statSync(top)) return [];
      return fs
        .readdirSync(top)
        .flatMap((kind) => fs.readdirSync(join(top, kind)).map((name) => streamOf(kind, name)))
        .filter((stream) => parseStreamId(stream).ok)
        .sort();
    },
  };
};

const headPath = (data: string, stream: StreamId): string => {
  const [kind = '', id = ALONE] = stream.split('/');
  return join(data, 'heads', kind, `${id}.json`);
};

const streamOf = (kind: string, file: string): StreamId => {
  const id = file.replace(/\.json$/, '');
  return id === ALONE ? kind : `${kind}/${id}`;
};

const parse = (text: string): { readonly head: Head; readonly signature: string } | undefined => {
  try {
    const { commits, head, signature, stream, v } = JSON.parse(text) as Record<string, unknown>;
    if (v !== 1 || typeof commits !== 'number' || typeof head !== 'string') return undefined;
    if (typeof stream !== 'string' || typeof signature !== 'string') return undefined;
    return { head: { stream, commits, head }, signature };
  } catch {
    return undefined;
  }
};

const writeHead = async (fs: FileSystem, data: string, part: string, head: Head, signature: string): Promise<void> => {
  const folder = dirname(part);
  if (!fs.statSync(folder)) {
    fs.mkdirSync(join(data, 'heads'));
    fs.mkdirSync(folder);
    fs.syncFolderSync(join(data, 'heads'));
    fs.syncFolderSync(data);
  }
  if (fs.statSync(part)) fs.unlinkSync(part);
  const file = fs.openSync(part, 'create');
  try {
    writeWhole(file, Buffer.from(`${JSON.stringify({ ...head, signature, v: 1 })}\n`), 0);
    await file.datasync();
  } finally {
    file.closeSync();
  }
};

const readKey = (fs: FileSystem, data: string): Buffer | undefined => {
  const key = readFile(fs, join(data, 'keys', 'heads.key'));
  return key?.length === KEY_BYTES ? key : undefined;
};

/** Two processes may make one at once: whichever name comes first is the key. */
const makeKey = (fs: FileSystem, data: string, entropy: Entropy): Buffer => {
  const path = join(data, 'keys', 'heads.key');
  fs.mkdirSync(join(data, 'keys'));
  // One of another length was never signed with: its maker died while writing it.
  if (fs.statSync(path)) fs.unlinkSync(path);
  const file = fs.openSync(path, 'create');
  try {
    writeWhole(file, entropy.bytes(KEY_BYTES), 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
  const key = readKey(fs, data);
  if (!key) throw new Error(`${path} could not be written`);
  return key;
};

/** Whoever made it may have died before its syncs, or met one that failed: so it is written again, and synced. */
const makeSureOfKey = (fs: FileSystem, data: string, key: Buffer): Buffer => {
  const file = fs.openSync(join(data, 'keys', 'heads.key'), 'update');
  try {
    writeWhole(file, key, 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
  fs.syncFolderSync(join(data, 'keys'));
  fs.syncFolderSync(data);
  return key;
};
