import { cp, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { blobIdOf, copyFile, createNodeFileSystem, sha256 } from '@atelier/kernel/adapters';
import { openDiskStorage } from '@atelier/kernel/storage';
import { copyObjects, type Finding, type MoveRefused, moveStream, verify } from '@atelier/kernel/usecases';
import { openDiskSide } from './disk-side.ts';

export type BackedUp = {
  readonly streams: number;
  readonly commits: number;
  readonly objects: number;
  /** Streams that are not whole where they are; their files were copied as they stand. */
  readonly damaged: readonly string[];
  /** What the system refused to read: these files are not in the copy. */
  readonly unreadable: readonly Unreadable[];
  /** What is wrong with the copy. */
  readonly findings: readonly Finding[];
};

/** What is made again, or belongs to the processes that run now. */
const LEFT_OUT = new Set(['cache', 'removed', 'doorbell', 'server.json', 'server.lock', 'in-use.lock', 'importing']);
const COPIED_IN_ORDER = new Set(['heads', 'streams', 'objects']);

/**
 * Copies a data folder that may be written to meanwhile, and proves the copy. Each step takes what the one before it
 * speaks of: a head attests commits that are there by the time streams are copied, and a commit pins content that was
 * there before it was made. The other way round, the copy would swear to what it does not have.
 * `to` is an empty folder, and is again when the copy cannot be finished.
 */
export const backUp = async (data: string, to: string): Promise<BackedUp> => {
  try {
    return await copyAll(data, to);
  } catch (cause) {
    // What cannot be finished is no backup, and would be in the way of the next try.
    for (const name of await readdir(to)) await rm(join(to, name), { recursive: true, force: true });
    throw cause;
  }
};

const copyAll = async (data: string, to: string): Promise<BackedUp> => {
  const unreadable: Unreadable[] = [];
  const copyIfThere = copyingIfThere(unreadable);
  await copyIfThere(join(data, 'heads'), join(to, 'heads'));
  const [from, target] = [await openDiskSide(data), await openDiskSide(to)];
  try {
    const { copied, commits, damaged } = await copyStreams(from, target, copyIfThere);
    await dropHeadsOfRemoved(from, to, new Set([...copied, ...damaged]));
    const { objects } = await copyObjects({ from: from.objects, to: target.objects, idOf: blobIdOf });
    await copyTheRest(data, to, copyIfThere);
    for (const folder of [to, dirname(to)]) await fs.syncFolder(folder);
    return { streams: copied.length, commits, objects, damaged, unreadable, findings: await findingsIn(to) };
  } finally {
    await from.close();
    await target.close();
  }
};

type Side = Awaited<ReturnType<typeof openDiskSide>>;

const copyStreams = async (from: Side, target: Side, copyIfThere: CopyIfThere) => {
  const move = moveStream({ from: from.commits, to: target.commits, sha256 });
  const copied: string[] = [];
  const damaged: string[] = [];
  let commits = 0;
  for (const stream of await from.log.audit.streams()) {
    const done = await calmly(() => move(stream));
    if (done.ok) {
      copied.push(stream);
      commits += done.value.commits;
    } else if (await isThere(from, stream)) {
      damaged.push(stream);
      const folder = join('streams', ...(stream.includes('/') ? stream.split('/') : [stream, '_']));
      for (const part of ['events', 'manifest'])
        await copyIfThere(join(from.data, folder, part), join(target.data, folder, part));
    }
  }
  return { copied, commits, damaged };
};

const TRIES = 4;
const PAUSE_MS = 50;

/** Without a lock a write can be met half-way: what looks wrong is looked at again before it is judged. */
const calmly = async <T extends { readonly ok: true } | { readonly ok: false; readonly error: MoveRefused }>(
  act: () => Promise<T>,
): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    const done = await act();
    if (done.ok || tried === TRIES) return done;
    await setTimeout(PAUSE_MS);
  }
};

const isThere = async ({ log }: Side, stream: string): Promise<boolean> => (await log.audit.streams()).includes(stream);

/** A stream that was removed since its head was copied leaves no head behind. */
const dropHeadsOfRemoved = async (from: Side, to: string, kept: ReadonlySet<string>): Promise<void> => {
  const folder = join(to, 'heads');
  for (const kind of await readdir(folder).catch(() => [])) {
    for (const file of await readdir(join(folder, kind))) {
      const id = file.replace(/\.json$/, '');
      const stream = id === '_' ? kind : `${kind}/${id}`;
      const isHead = file.endsWith('.json') && (kept.has(stream) || (await from.log.heads.of(stream)) !== undefined);
      if (!isHead) await rm(join(folder, kind, file));
    }
  }
};

const copyTheRest = async (data: string, to: string, copyIfThere: CopyIfThere): Promise<void> => {
  for (const name of await readdir(data)) {
    if (LEFT_OUT.has(name) || COPIED_IN_ORDER.has(name) || name.endsWith('.part')) continue;
    await copyIfThere(join(data, name), join(to, name));
  }
};

export type Unreadable = { readonly file: string; readonly system: string };
type CopyIfThere = (from: string, to: string) => Promise<void>;

/**
 * File by file: one that the system refuses is noted, and the rest is copied all the same. What is replaced by rename
 * while it is copied may be gone by its old name.
 */
const copyingIfThere = (unreadable: Unreadable[]): CopyIfThere => {
  const copy: CopyIfThere = async (from, to) => {
    if (from.endsWith('.part')) return;
    try {
      const found = await lstat(from);
      if (found.isFile()) return await copyFile(fs, from, to, found.mode & 0o777);
      if (!found.isDirectory()) return await cp(from, to);
      const names = await readdir(from);
      await mkdir(to, { recursive: true, mode: 0o700 });
      for (const name of names) await copy(join(from, name), join(to, name));
      // A backup that was called good is there after a power cut, as the streams in it are.
      await fs.syncFolder(to);
    } catch (cause) {
      const { code = '' } = cause as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (!REFUSED.has(code)) throw cause;
      unreadable.push({ file: from, system: code });
    }
  };
  return copy;
};

const fs = createNodeFileSystem();

const REFUSED = new Set(['EIO', 'EACCES', 'EPERM', 'ELOOP', 'ENOTDIR', 'EISDIR']);

const findingsIn = async (data: string): Promise<readonly Finding[]> => {
  const copy = openDiskStorage(data);
  try {
    return (await verify({ ...copy, content: await copy.content() })()).findings;
  } finally {
    await copy.close();
  }
};
