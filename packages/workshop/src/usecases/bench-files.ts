import { err, ok, type Result } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { type AddRefused, type AddResult, type Arrival, decideAdd, type FileLimits } from '../core/add-files.ts';
import { checkpoint, expire } from '../core/checkpoints.ts';
import type { Actor } from '../core/codec.ts';
import { type GateRefused, gate } from '../core/gating.ts';
import type { ContentId, WorkbenchId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { readTree, sizeOf } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'content' | 'newId'> & RecordDeps;

/** A file whose bytes are in the store already; the Workbench never looks at its source again. */
export type StoredArrival = Arrival & { readonly blob: ContentId | null; readonly kind: string };

export const addFiles =
  ({ content, ...deps }: Deps) =>
  async (
    workbenchId: WorkbenchId,
    arrivals: readonly StoredArrival[],
    limits: FileLimits,
    actor: Actor,
  ): Promise<
    Result<{ readonly results: readonly AddResult[]; readonly seq: number }, GateRefused | AddRefused | DecideRefused>
  > => {
    let results: readonly AddResult[] = [];
    const recorded = await recordOn(deps)<GateRefused | AddRefused>(workbenchId, actor, async (bench) => {
      const gated = gate(bench, 'change_files');
      if (!gated.ok) return gated;
      const present = await readTree(content, bench.published);
      const decided = decideAdd(Object.keys(present.entries), arrivals, limits);
      if (!decided.ok) return decided;
      results = decided.value;
      const entries = { ...present.entries };
      const paths: string[] = [];
      decided.value.forEach(({ status, name }, at) => {
        const arrival = arrivals[at];
        if (status !== 'added' || !arrival?.blob) return;
        entries[name] = { blob: arrival.blob, size: arrival.size, kind: arrival.kind };
        paths.push(name);
      });
      if (paths.length === 0) return ok([]);
      const tree = await content.trees.put({ v: 1, entries });
      if (!tree.ok) return err({ code: 'DUPLICATE_NAME', names: paths });
      return ok([{ kind: 'files.added', tree: tree.value, paths, origin: 'user', holds: [tree.value] }]);
    });
    return recorded.ok ? ok({ results, seq: recorded.value.seq }) : recorded;
  };

/** A checkpoint first: what a person removes can be brought back. */
export const removeFiles =
  ({ content, newId, ...deps }: Deps) =>
  (workbenchId: WorkbenchId, paths: readonly string[], actor: Actor) =>
    recordOn(deps)<GateRefused | { readonly code: 'FILE_NOT_FOUND'; readonly paths: readonly string[] }>(
      workbenchId,
      actor,
      async (bench) => {
        const gated = gate(bench, 'change_files');
        if (!gated.ok) return gated;
        const present = await readTree(content, bench.published);
        const missing = paths.filter((path) => !Object.hasOwn(present.entries, path));
        if (missing.length > 0) return err({ code: 'FILE_NOT_FOUND', paths: missing });
        const leaving = new Set(paths);
        const entries = Object.fromEntries(Object.entries(present.entries).filter(([path]) => !leaving.has(path)));
        const tree = await content.trees.put({ v: 1, entries });
        if (!tree.ok) throw new Error('a part of a tree is a tree');
        return ok([
          checkpoint(bench, { checkpointId: newId('chk'), reason: 'auto', size: sizeOf(present) }),
          { kind: 'files.removed', tree: tree.value, paths: [...leaving], holds: [tree.value] },
          ...expire(bench, { manual: 0, other: 1 }),
        ]);
      },
    );
