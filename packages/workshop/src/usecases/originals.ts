import { err, ok, type Result, type Tree } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { type AddRefused, decideAdd, type FileLimits } from '../core/add-files.ts';
import type { Bench } from '../core/bench.ts';
import { checkpoint, expire } from '../core/checkpoints.ts';
import type { Actor } from '../core/codec.ts';
import type { Original } from '../core/events.ts';
import { nameKey } from '../core/file-names.ts';
import { type GateRefused, gate, isStale, type Seen } from '../core/gating.ts';
import { benchStream, type CheckpointId, type ContentId, type WorkbenchId } from '../core/ids.ts';
import { type OnDisk, type OriginalState, originalState, type WriteChoice, writePlan } from '../core/originals.ts';
import type { FileFacts, FileRead, OriginalFiles, WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { readTree, sizeOf } from './trees.ts';

type Deps = WorkshopPorts & RecordDeps & { readonly originals: OriginalFiles };

type NoFolder = { readonly code: 'NO_FOLDER' | 'FOLDER_NOT_FOUND' };
type OriginalsRefused = GateRefused | NoFolder | DecideRefused;
export type OriginalRow = {
  readonly path: string;
  readonly state: OriginalState;
  readonly why: 'link' | 'directory' | 'unreadable' | null;
};
export type WriteBackResult = {
  readonly path: string;
  readonly status: 'written' | 'beside' | 'same' | 'conflict' | 'skipped' | 'failed';
  /** Of a conflict or a file that was skipped: how it stands to its original. */
  readonly state: OriginalState | null;
  /** Of one put beside: the name it got. */
  readonly name: string | null;
};

type Look = OriginalRow & { readonly name: string };

/** A Workbench opened on a folder: what became of the originals, written back into them, and read from them again. */
export const createOriginalActions = ({ originals: disk, content, benches, newId, ...deps }: Deps) => {
  const benchNow = async (id: WorkbenchId): Promise<Result<{ bench: Bench; folder: string }, OriginalsRefused>> => {
    const now = await benches.at(benchStream(id));
    if (!now.ok) return now;
    const bench = now.value.state;
    if (bench.id === null || bench.isDeleted) return err({ code: 'WORKBENCH_NOT_FOUND' });
    if (bench.folder === null) return err({ code: 'NO_FOLDER' });
    if (!(await disk.isThere(bench.folder))) return err({ code: 'FOLDER_NOT_FOUND' });
    return ok({ bench, folder: bench.folder });
  };

  const onDisk = async (folder: string, name: string, read: Original | undefined): Promise<OnDisk> => {
    const looked = await disk.look(folder, name);
    if (!looked.ok) return looked.trouble === 'missing' ? missing : { kind: 'blocked', why: looked.trouble };
    const isUntouched = read && looked.facts.size === read.size && looked.facts.mtimeNs === read.mtimeNs;
    if (isUntouched) return { kind: 'file', blob: read.blob };
    const hashed = await disk.hash(folder, name);
    if (hashed.ok) return { kind: 'file', blob: hashed.value };
    return hashed.trouble === 'missing' ? missing : { kind: 'blocked', why: hashed.trouble };
  };

  /** Every file of the Workbench and of the folder, in the order of their names. */
  const lookAt = async (bench: Bench, folder: string, published: Tree): Promise<readonly Look[]> => {
    const there = await disk.names(folder);
    const nameOf = new Map(there.map((name) => [nameKey(name), name]));
    const paths = new Map(Object.keys(published.entries).map((path) => [nameKey(path), path]));
    for (const [key, name] of nameOf) if (!paths.has(key)) paths.set(key, name.normalize('NFC'));
    const rows: Look[] = [];
    for (const [key, path] of paths) {
      const read = bench.originals.get(path);
      const name = nameOf.get(key) ?? read?.name ?? path;
      const entry = Object.hasOwn(published.entries, path) ? published.entries[path] : undefined;
      const found = await onDisk(folder, name, read);
      const state = originalState(entry?.blob, read, found);
      if (state) rows.push({ path, name, state, why: found.kind === 'blocked' ? found.why : null });
    }
    return rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  };

  const kept = (folder: string, name: string): Promise<FileRead<{ readonly id: string; readonly size: number }>> =>
    disk.read(folder, name, (source) => content.blobs.putFrom(source));

  return {
    look: async (id: WorkbenchId): Promise<Result<readonly OriginalRow[], OriginalsRefused>> => {
      const now = await benchNow(id);
      if (!now.ok) return now;
      const { bench, folder } = now.value;
      const rows = await lookAt(bench, folder, await readTree(content, bench.published));
      return ok(rows.map(({ path, state, why }) => ({ path, state, why })));
    },

    /** The folder as it is now, as a tree: what a comparison puts beside Published. Files nobody may read are left out. */
    treeOf: async (id: WorkbenchId): Promise<Result<ContentId, OriginalsRefused>> => {
      const now = await benchNow(id);
      if (!now.ok) return now;
      const { bench, folder } = now.value;
      const entries: Record<string, Tree['entries'][string]> = {};
      for (const { path, name } of await lookAt(bench, folder, await readTree(content, bench.published))) {
        const read = await kept(folder, name);
        if (read.ok) entries[path] = { blob: read.value.id as ContentId, size: read.value.size, kind: 'file' };
      }
      const tree = await content.trees.put({ v: 1, entries });
      if (!tree.ok) throw new Error('names that differ make a tree');
      return ok(tree.value);
    },

    /**
     * Puts published files in place of their originals. The bytes that go are in a checkpoint first; each file is
     * replaced whole or not at all; one that is not what was read waits for a person's choice.
     */
    writeBack: async (
      id: WorkbenchId,
      wish: {
        readonly paths?: readonly string[] | undefined;
        readonly choices?: Readonly<Record<string, WriteChoice>>;
        readonly seen?: Seen;
      },
      actor: Actor,
    ): Promise<
      Result<
        {
          readonly results: readonly WriteBackResult[];
          readonly checkpointId: CheckpointId | null;
          readonly seq: number;
        },
        OriginalsRefused
      >
    > => {
      const now = await benchNow(id);
      if (!now.ok) return now;
      const { bench, folder } = now.value;
      const gated = gate(bench, 'change_files');
      if (!gated.ok) return gated;
      if (isStale(bench, wish.seen ?? {})) return err({ code: 'CONFLICT_STALE_STATE' });
      const seenTree = bench.published;
      const published = await readTree(content, seenTree);
      const rows = new Map((await lookAt(bench, folder, published)).map((row) => [row.path, row]));

      const results: WriteBackResult[] = [];
      const going: { readonly row: Look; readonly blob: ContentId; readonly expected: FileFacts | null }[] = [];
      const replaced: Record<string, Tree['entries'][string]> = {};
      for (const path of new Set(wish.paths ?? Object.keys(published.entries))) {
        const row = rows.get(path);
        const choice = wish.choices && Object.hasOwn(wish.choices, path) ? wish.choices[path] : undefined;
        const entry = Object.hasOwn(published.entries, path) ? published.entries[path] : undefined;
        const plan = entry ? writePlan(row?.state ?? null, choice) : 'skip';
        const state = row?.state ?? null;
        if (!row || !entry || plan === 'skip') results.push({ path, status: 'skipped', state, name: null });
        else if (plan === 'nothing') results.push({ path, status: 'same', state, name: null });
        else if (plan === 'ask') results.push({ path, status: 'conflict', state, name: null });
        else if (plan === 'beside') {
          const name = await refusable(
            disk.addBeside(folder, row.name, await piecesOf(content, entry.blob as ContentId)),
          );
          if (name instanceof Error) results.push({ path, status: 'failed', state, name: null });
          else results.push({ path, status: 'beside', state, name });
        } else {
          const old = await kept(folder, row.name);
          if (!old.ok && old.trouble !== 'missing') results.push({ path, status: 'skipped', state, name: null });
          // The time said it was untouched and the bytes say otherwise: nobody was asked about these bytes.
          else if (old.ok && row.state === 'to_write' && old.value.id !== bench.originals.get(path)?.blob)
            results.push({ path, status: 'conflict', state: 'both_changed', name: null });
          else {
            if (old.ok) replaced[path] = { blob: old.value.id as ContentId, size: old.value.size, kind: 'file' };
            going.push({ row, blob: entry.blob as ContentId, expected: old.ok ? old.facts : null });
          }
        }
      }

      let checkpointId: CheckpointId | null = null;
      if (Object.keys(replaced).length > 0) {
        const before = await content.trees.put({ v: 1, entries: { ...published.entries, ...replaced } });
        if (!before.ok) throw new Error('the files of a tree with other bytes are a tree');
        const tree = before.value as ContentId;
        checkpointId = newId('chk');
        const made: CheckpointId = checkpointId;
        const saved = await recordOn(deps)<GateRefused>(id, actor, async (at) => {
          const still = gate(at, 'change_files');
          if (!still.ok) return still;
          if (at.published !== seenTree) return err({ code: 'CONFLICT_STALE_STATE' });
          const size = sizeOf({ v: 1, entries: { ...published.entries, ...replaced } });
          const base = checkpoint(at, { checkpointId: made, reason: 'auto', description: folder, size });
          return ok([
            { ...base, tree, holds: at.context ? [tree, at.context] : [tree] },
            ...expire(at, { manual: 0, other: 1 }),
          ]);
        });
        if (!saved.ok) return saved;
      }

      const written: Original[] = [];
      for (const { row, blob, expected } of going) {
        const { path, name, state } = row;
        const facts = await refusable(disk.replace(folder, name, await piecesOf(content, blob), expected));
        if (facts instanceof Error) results.push({ path, status: 'failed', state, name: null });
        else if (!facts) results.push({ path, status: 'conflict', state: 'both_changed', name: null });
        else {
          written.push({ path, name, blob, size: facts.size, mtimeNs: facts.mtimeNs });
          results.push({ path, status: 'written', state, name: null });
        }
      }
      const recorded = await recordOn(deps)<GateRefused>(id, actor, ({ published: tree }) =>
        ok(
          written.length === 0 || tree === null
            ? []
            : [{ kind: 'files.written_back', tree, paths: written.map(({ path }) => path), originals: written }],
        ),
      );
      if (!recorded.ok) return recorded;
      results.sort((a, b) => (a.path < b.path ? -1 : 1));
      return ok({ results, checkpointId, seq: recorded.value.seq });
    },

    /**
     * Takes files of the folder as they are now. Published changes, with a checkpoint before; what comes in is a
     * person's, so consent is asked for it again.
     */
    refresh: async (
      id: WorkbenchId,
      wish: {
        readonly paths?: readonly string[] | undefined;
        readonly limits: FileLimits;
        readonly seen?: Seen;
      },
      actor: Actor,
    ): Promise<
      Result<
        {
          readonly paths: readonly string[];
          readonly skipped: readonly string[];
          readonly checkpointId: CheckpointId | null;
          readonly seq: number;
        },
        OriginalsRefused | AddRefused
      >
    > => {
      const now = await benchNow(id);
      if (!now.ok) return now;
      const { bench, folder } = now.value;
      const gated = gate(bench, 'change_files');
      if (!gated.ok) return gated;
      // The fold goes on in place: what was seen has to be remembered apart.
      const seenTree = bench.published;
      const rows = await lookAt(bench, folder, await readTree(content, seenTree));
      const wanted = wish.paths ? new Set(wish.paths) : null;
      const isWanted = ({ path, state }: Look): boolean =>
        wanted ? wanted.has(path) && refreshable.has(state) : state === 'changed';
      const taken: Original[] = [];
      const skipped: string[] = [...(wanted ?? [])].filter((path) => !rows.some((row) => row.path === path));
      for (const row of rows.filter(isWanted)) {
        const read = await kept(folder, row.name);
        if (!read.ok || read.value.size > wish.limits.bytes) skipped.push(row.path);
        else {
          const { id: blob, size } = read.value;
          const { mtimeNs } = read.facts;
          taken.push({ path: row.path, name: row.name, blob: blob as ContentId, size, mtimeNs });
        }
      }
      const checkpointId: CheckpointId = newId('chk');
      let paths: readonly string[] = [];
      const recorded = await recordOn(deps)<GateRefused | AddRefused>(id, actor, async (at) => {
        const still = gate(at, 'change_files');
        if (!still.ok) return still;
        if (isStale(at, wish.seen ?? {}) || at.published !== seenTree) return err({ code: 'CONFLICT_STALE_STATE' });
        if (taken.length === 0) return ok([]);
        const present = await readTree(content, at.published);
        const arriving = taken
          .filter(({ path }) => !Object.hasOwn(present.entries, path))
          .map(({ path, size }) => ({ source: path, name: path, size }));
        const decided = decideAdd(Object.keys(present.entries), arriving, wish.limits);
        if (!decided.ok) return decided;
        const refused = new Set(decided.value.flatMap(({ status, source }) => (status === 'added' ? [] : [source])));
        for (const path of refused) skipped.push(path);
        const taking = taken.filter(({ path }) => !refused.has(path));
        paths = taking.map(({ path }) => path);
        if (taking.length === 0) return ok([]);
        const entries = { ...present.entries };
        for (const { path, blob, size } of taking) entries[path] = { blob, size, kind: 'file' };
        const tree = await content.trees.put({ v: 1, entries });
        if (!tree.ok) return err({ code: 'DUPLICATE_NAME', names: [...paths] });
        return ok([
          checkpoint(at, { checkpointId, reason: 'auto', size: sizeOf(present) }),
          { kind: 'files.refreshed', tree: tree.value, paths: [...paths], originals: taking, holds: [tree.value] },
          ...expire(at, { manual: 0, other: 1 }),
        ]);
      });
      if (!recorded.ok) return recorded;
      return ok({
        paths,
        skipped: [...new Set(skipped)],
        checkpointId: paths.length > 0 ? checkpointId : null,
        seq: recorded.value.seq,
      });
    },
  };
};

const missing: OnDisk = { kind: 'missing' };
const refreshable: ReadonlySet<OriginalState> = new Set(['changed', 'both_changed', 'only_there']);
const refusedBySystem: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EBUSY']);

/** What the system refuses is told of the file; anything else is a fault. */
const refusable = <T>(work: Promise<T>): Promise<T | NodeJS.ErrnoException> =>
  work.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code && refusedBySystem.has(cause.code)) return cause;
    throw cause;
  });

const piecesOf = async (content: Deps['content'], blob: ContentId): Promise<AsyncIterable<Uint8Array>> => {
  const pieces = await content.blobs.stream(blob);
  if (!pieces) throw new Error(`the content ${blob} is missing from storage`);
  return pieces;
};
