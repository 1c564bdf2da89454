import { dirname, join } from 'node:path';
import type { StreamId } from '../../core/event.ts';
import { parseStreamId } from '../../core/stream-name.ts';
import { fileRefusalOf } from '../../core/system-error.ts';
import { createTurn } from '../../core/turns.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { GoesThrough, Head, Heads, HeadsPutAside, KeyTrouble, UnsignedHead } from '../../ports/heads.ts';
import { isSignedWith, NoHeadsKey, signatureOf, unsignedFor } from '../signed-head.ts';
import { makeHeadsKey, makeSureOfHeadsKey, readHeadsKey, setKeyAside } from './heads-key.ts';
import { ALONE } from './layout.ts';
import { readFile, writeWhole } from './whole-io.ts';

type Kept = Head | 'forged' | 'keyless' | 'unreadable' | undefined;

/**
 * `<data>/heads/<kind>/<id>.json`, one line each, replaced by rename; signed with the key in `<data>/keys/heads.key`.
 * Whoever can read that key can sign: keep a copy of both elsewhere to be safe from who can write this disk.
 */
export const createDiskHeads = (fs: FileSystem, data: string, entropy: Entropy): Heads => {
  let sure: Buffer | undefined;
  // Of this process alone: renamed by one while another has only begun to write it, a half-written head would stand.
  let ownName: string | undefined;

  const keyToSign = (): Buffer => {
    // Heads before key: whoever signed the first of them had made the key by then.
    const hasHeads = readHeadsKey(fs, data) === undefined && headsIn(fs, join(data, 'heads')).length > 0;
    const found = readHeadsKey(fs, data);
    if (!found && hasHeads) throw new NoHeadsKey({ kind: 'missing' });
    const key = found ?? makeHeadsKey(fs, data, entropy);
    if (!sure?.equals(key)) makeSureOfHeadsKey(fs, data, key);
    sure = key;
    return key;
  };

  const top = join(data, 'heads');

  const readKey = (): Buffer | KeyTrouble => {
    try {
      return readHeadsKey(fs, data) ?? { kind: 'missing' };
    } catch (cause) {
      if (cause instanceof NoHeadsKey) return cause.trouble;
      throw cause;
    }
  };

  /** One that signed fewer than half of the heads is not the one that was made here. One head alone says nothing. */
  const damagedKey = (): KeyTrouble | undefined => {
    const kept = headsIn(fs, top).map(read);
    const forged = kept.filter((head) => head === 'forged').length;
    return forged > 1 && forged > kept.length / 2 ? { kind: 'damaged', forged } : undefined;
  };

  const keyTrouble = (): KeyTrouble | undefined => {
    const key = readKey();
    if (!('kind' in key)) return damagedKey();
    // Before the first head there is no key yet.
    return key.kind === 'missing' && headsIn(fs, top).length === 0 ? undefined : key;
  };

  const read = (stream: StreamId): Kept => {
    let bytes: Buffer | undefined;
    try {
      bytes = readFile(fs, headPath(data, stream));
    } catch (cause) {
      if (fileRefusalOf(cause) === undefined) throw cause;
      return 'unreadable';
    }
    if (!bytes) return undefined;
    const parsed = parse(bytes.toString());
    const key = readKey();
    if ('kind' in key) return 'keyless';
    if (!parsed || parsed.head.stream !== stream) return 'forged';
    return isSignedWith(parsed.head, parsed.signature, key) ? parsed.head : 'forged';
  };

  /** Beside the head, synced, and of this process alone. */
  const writePart = async (head: Head): Promise<string> => {
    ownName ??= Buffer.from(entropy.bytes(6)).toString('hex');
    const part = `${headPath(data, head.stream)}.${ownName}.part`;
    await writeHead(fs, data, part, head, signatureOf(head, keyToSign()));
    return part;
  };

  const signOver = async (head: Head, goesThrough: GoesThrough): Promise<void> => {
    let part: string | undefined;
    for (;;) {
      const before = read(head.stream);
      if (before === 'keyless') throw new NoHeadsKey(keyTrouble() ?? { kind: 'missing' });
      if (before === 'unreadable') throw new Error(`${headPath(data, head.stream)} cannot be read`);
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

  /** One that cannot be signed holds none of the others back. */
  const signEach = async (heads: readonly Head[], goesThrough: GoesThrough): Promise<readonly UnsignedHead[]> => {
    const unsigned: UnsignedHead[] = [];
    const byFolder = new Map<string, Head[]>();
    for (const head of heads) {
      const folder = dirname(headPath(data, head.stream));
      try {
        await signOver(head, goesThrough);
        byFolder.set(folder, [...(byFolder.get(folder) ?? []), head]);
      } catch (cause) {
        unsigned.push(...unsignedFor(cause, [head]));
      }
    }
    for (const [folder, signed] of byFolder) {
      try {
        if (fs.statSync(folder)) await fs.syncFolder(folder);
      } catch (cause) {
        unsigned.push(...unsignedFor(cause, signed));
      }
    }
    return unsigned;
  };

  // In turn, for two at once would write one file; the process goes on meanwhile, however many there are.
  const inTurn = createTurn();

  return {
    sign: (heads, goesThrough) => inTurn(() => signEach(heads, goesThrough)),
    signAnew: (head) =>
      inTurn(async () => {
        fs.renameSync(await writePart(head), headPath(data, head.stream));
        await fs.syncFolder(dirname(headPath(data, head.stream)));
      }),
    forget: (stream) =>
      inTurn(async () => {
        const path = headPath(data, stream);
        if (fs.statSync(path)) fs.unlinkSync(path);
        // Also when it was gone: whoever took it away may have been stopped before that was safe.
        if (fs.statSync(dirname(path))) await fs.syncFolder(dirname(path));
      }),
    of: async (stream) => (parseStreamId(stream).ok ? read(stream) : undefined),
    streams: async () => headsIn(fs, top),
    keyTrouble: async () => keyTrouble(),
    putAside: (now) =>
      inTurn(async () => {
        const trouble = keyTrouble()?.kind;
        if (trouble !== 'missing' && trouble !== 'damaged') return undefined;
        const aside = asideName(now);
        const to = join(data, ASIDE, aside);
        fs.mkdirSync(join(data, ASIDE));
        fs.renameSync(top, to);
        // Where it now stands first: a power cut between the two leaves it under both names, never under none.
        fs.syncFolderSync(join(data, ASIDE));
        fs.syncFolderSync(data);
        if (trouble === 'damaged') setKeyAside(fs, data, to);
        return { at: now, heads: headsIn(fs, to).length, where: to };
      }),
    asides: async () => {
      const folder = join(data, ASIDE);
      if (!fs.statSync(folder)) return [];
      return fs.readdirSync(folder).flatMap((name): readonly HeadsPutAside[] => {
        const at = timeOfAside(name);
        const where = join(folder, name);
        return at === undefined ? [] : [{ at, heads: headsIn(fs, where).length, where }];
      });
    },
  };
};

const ASIDE = 'aside';
const asideName = (now: number): string => `heads-${now}`;
const timeOfAside = (name: string): number | undefined => {
  const found = /^heads-(\d+)$/.exec(name)?.[1];
  return found === undefined ? undefined : Number(found);
};

const headsIn = (fs: FileSystem, top: string): readonly StreamId[] => {
  if (!fs.statSync(top)) return [];
  return fs
    .readdirSync(top)
    .filter((kind) => fs.statSync(join(top, kind))?.kind === 'folder')
    .flatMap((kind) => namesIn(fs, join(top, kind)).map((name) => streamOf(kind, name)))
    .filter((stream) => parseStreamId(stream).ok)
    .sort();
};

/** A folder of heads that the system refuses: each of its streams is told to have an unreadable head. */
const namesIn = (fs: FileSystem, folder: string): readonly string[] => {
  try {
    return fs.readdirSync(folder);
  } catch (cause) {
    if (fileRefusalOf(cause) === undefined) throw cause;
    return [];
  }
};

const maySign = async (
  head: Head,
  before: Exclude<Kept, 'keyless' | 'unreadable'>,
  goesThrough: GoesThrough,
): Promise<boolean> => {
  if (before === undefined) return true;
  if (before === 'forged' || before.commits >= head.commits) return false;
  return goesThrough(before, head);
};

const isSame = (one: Kept, two: Kept): boolean =>
  typeof one === 'object' && typeof two === 'object'
    ? one.commits === two.commits && one.head === two.head
    : one === two;

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
