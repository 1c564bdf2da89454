import { dirname, join } from 'node:path';
import type { StreamId } from '../../core/event.ts';
import { parseStreamId } from '../../core/stream-name.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { GoesThrough, Head, Heads } from '../../ports/heads.ts';
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

  /** Beside the head, synced, and of this process alone. */
  const writePart = async (head: Head): Promise<string> => {
    ownName ??= Buffer.from(entropy.bytes(6)).toString('hex');
    const part = `${headPath(data, head.stream)}.${ownName}.part`;
    await writeHead(fs, data, part, head, signatureOf(head, signingKey()));
    return part;
  };

  const signOver = async (head: Head, goesThrough: GoesThrough): Promise<void> => {
    let part: string | undefined;
    for (;;) {
      const before = read(head.stream);
      if (!(await maySign(head, before, goesThrough))) {
        if (part !== undefined) fs.unlinkSync(part);
        return;
      }
      part ??= await writePart(head);
      // Another process may have signed meanwhile: then that one is what this one is held against.
      if (isSame(read(head.stream), before)) {
        fs.renameSync(part, headPath(data, head.stream));
        return;
      }
    }
  };

  let turn: Promise<void> = Promise.resolve();

  // In turn, for two at once would write one file; the process goes on meanwhile, however many there are.
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const done = turn.then(act);
    turn = done.catch(() => undefined);
    return done;
  };

  return {
    sign: (heads, goesThrough) =>
      inTurn(async () => {
        for (const head of heads) await signOver(head, goesThrough);
        for (const folder of foldersOf(data, heads)) if (fs.statSync(folder)) await fs.syncFolder(folder);
      }),
    signAnew: (head) =>
      inTurn(async () => {
        fs.renameSync(await writePart(head), headPath(data, head.stream));
        for (const folder of foldersOf(data, [head])) await fs.syncFolder(folder);
      }),
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

const maySign = async (head: Head, before: Head | 'forged' | undefined, goesThrough: GoesThrough): Promise<boolean> => {
  if (before === undefined) return true;
  if (before === 'forged' || before.commits >= head.commits) return false;
  return goesThrough(before, head);
};

const isSame = (one: Head | 'forged' | undefined, two: Head | 'forged' | undefined): boolean =>
  typeof one === 'object' && typeof two === 'object'
    ? one.commits === two.commits && one.head === two.head
    : one === two;

const foldersOf = (data: string, heads: readonly Head[]): ReadonlySet<string> =>
  new Set(heads.map(({ stream }) => dirname(headPath(data, stream))));

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
