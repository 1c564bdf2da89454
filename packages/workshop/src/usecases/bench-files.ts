import { err, ok, type Result } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { type AddRefused, type AddResult, type Arrival, decideAdd, type FileLimits } from '../core/add-files.ts';
import type { Bench } from '../core/bench.ts';
import { checkpoint, expire } from '../core/checkpoints.ts';
import type { Actor } from '../core/codec.ts';
import type { BenchEvent, Original } from '../core/events.ts';
import { type GateRefused, gate, isStale, type Seen } from '../core/gating.ts';
import type { CheckpointId, ContentId, WorkbenchId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { readTree, sizeOf } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'content' | 'newId'> & RecordDeps;

/** A file whose bytes are in the store already; the Workbench never looks at its source again. */
export type StoredArrival = Arrival & {
  readonly blob: ContentId | null;
  readonly kind: string;
  /** Where it lay on this machine; remembered when that is the folder of the Workbench. */
  readonly original?: { readonly folder: string; readonly name: string; readonly mtimeNs: string };
};

export const addFiles =
  ({ content, ...deps }: Deps) =>
  async (
    workbenchId: WorkbenchId,
    arrivals: readonly StoredArrival[],
    limits: FileLimits,
    actor: Actor,
    { seen = {}, key = null }: { readonly seen?: Seen; readonly key?: string | null } = {},
  ): Promise<
    Result<{ readonly results: readonly AddResult[]; readonly seq: number }, GateRefused | AddRefused | DecideRefused>
  > => {
    let results: readonly AddResult[] = [];
    const decision = async (bench: Bench): Promise<Result<readonly BenchEvent[], GateRefused | AddRefused>> => {
      const gated = gate(bench, 'change_files');
      if (!gated.ok) return gated;
      if (isStale(bench, seen)) return err({ code: 'CONFLICT_STALE_STATE' });
      const present = await readTree(content, bench.published);
      const decided = decideAdd(Object.keys(present.entries), arrivals, limits);
      if (!decided.ok) return decided;
      results = decided.value;
      const entries = { ...present.entries };
      const paths: string[] = [];
      const originals: Original[] = [];
      decided.value.forEach(({ status, name }, at) => {
        const arrival = arrivals[at];
        if (status !== 'added' || !arrival?.blob) return;
        entries[name] = { blob: arrival.blob, size: arrival.size, kind: arrival.kind };
        paths.push(name);
        const { original, blob, size } = arrival;
        if (original && original.folder === bench.folder)
          originals.push({ path: name, name: original.name, blob, size, mtimeNs: original.mtimeNs });
      });
      if (paths.length === 0) return ok([]);
      const tree = await content.trees.put({ v: 1, entries });
      if (!tree.ok) return err({ code: 'DUPLICATE_NAME', names: paths });
      const read = originals.length > 0 ? { originals } : {};
      return ok([{ kind: 'files.added', tree: tree.value, paths, origin: 'user', ...read, holds: [tree.value] }]);
    };
    const recorded = await recordOn(deps)(workbenchId, actor, decision, key);
    return recorded.ok ? ok({ results, seq: recorded.value.seq }) : recorded;
  };

/** A checkpoint first: what a person removes can be brought back. */
export const removeFiles =
  ({ content, newId, ...deps }: Deps) =>
  async (workbenchId: WorkbenchId, paths: readonly string[], actor: Actor, seen: Seen = {}) => {
    const checkpointId: CheckpointId = newId('chk');
    const recorded = await recordOn(deps)<GateRefused | FileNotFound>(workbenchId, actor, async (bench) => {
      const gated = gate(bench, 'change_files');
      if (!gated.ok) return gated;
      if (isStale(bench, seen)) return err({ code: 'CONFLICT_STALE_STATE' });
      const present = await readTree(content, bench.published);
      const missing = paths.filter((path) => !Object.hasOwn(present.entries, path));
      if (missing.length > 0) return err({ code: 'FILE_NOT_FOUND', paths: missing });
      const leaving = new Set(paths);
      const entries = Object.fromEntries(Object.entries(present.entries).filter(([path]) => !leaving.has(path)));
      const tree = await content.trees.put({ v: 1, entries });
      if (!tree.ok) throw new Error('a part of a tree is a tree');
      return ok([
        checkpoint(bench, { checkpointId, reason: 'auto', size: sizeOf(present) }),
        { kind: 'files.removed', tree: tree.value, paths: [...leaving], holds: [tree.value] },
        ...expire(bench, { manual: 0, other: 1 }),
      ]);
    });
    return recorded.ok ? ok({ ...recorded.value, checkpointId }) : recorded;
  };

export type UndoRemoveRefused =
  | GateRefused
  | AddRefused
  | FileNotFound
  | { readonly code: 'CHECKPOINT_NOT_FOUND' | 'CHECKPOINT_EXPIRED' };

/** Puts files back as they were in a checkpoint; nothing else changes. They were supplied before, so nobody is asked again. */
export const undoRemoveFiles =
  ({ content, ...deps }: Pick<Deps, 'content'> & RecordDeps) =>
  (
    workbenchId: WorkbenchId,
    facts: { readonly checkpointId: CheckpointId; readonly paths: readonly string[]; readonly limits: FileLimits },
    actor: Actor,
  ) =>
    recordOn(deps)<UndoRemoveRefused>(workbenchId, actor, async (bench) => {
      const gated = gate(bench, 'change_files');
      if (!gated.ok) return gated;
      const from = bench.checkpoints.get(facts.checkpointId);
      if (!from) return err({ code: 'CHECKPOINT_NOT_FOUND' });
      if (from.isExpired) return err({ code: 'CHECKPOINT_EXPIRED' });
      const [present, past] = [await readTree(content, bench.published), await readTree(content, from.tree)];
      const missing = facts.paths.filter((path) => !Object.hasOwn(past.entries, path));
      if (missing.length > 0) return err({ code: 'FILE_NOT_FOUND', paths: missing });
      const back = Object.fromEntries(Object.entries(past.entries).filter(([path]) => facts.paths.includes(path)));
      const arrivals = Object.entries(back).map(([name, { size }]) => ({ source: name, name, size }));
      const decided = decideAdd(Object.keys(present.entries), arrivals, facts.limits);
      if (!decided.ok) return decided;
      const tree = await content.trees.put({ v: 1, entries: { ...present.entries, ...back } });
      if (!tree.ok) throw new Error('files of two trees whose names differ are a tree');
      return ok([
        { kind: 'files.added', tree: tree.value, paths: Object.keys(back), origin: 'user', holds: [tree.value] },
      ]);
    });

type FileNotFound = { readonly code: 'FILE_NOT_FOUND'; readonly paths: readonly string[] };
