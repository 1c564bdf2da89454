import { emptyTree, err, type Json, ok } from '@atelier/kernel/core';
import type { Actor } from '../core/codec.ts';
import { type GateRefused, gate } from '../core/gating.ts';
import type { WorkbenchId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';

const longestName = 120;
const nameless = 'Untitled Workbench';

/** 1 to 120 characters, none that steer the text around it. */
export const workbenchName = (given: string): string =>
  [...given.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()].slice(0, longestName).join('').trim() || nameless;

export const createWorkbench =
  ({ content, newId, ...deps }: Pick<WorkshopPorts, 'content' | 'newId'> & RecordDeps) =>
  async (facts: { readonly name: string; readonly modelId: string | null; readonly folder?: string }, actor: Actor) => {
    const workbenchId: WorkbenchId = newId('wb');
    const tree = await content.trees.put(emptyTree);
    if (!tree.ok) throw new Error('an empty tree can always be stored');
    const recorded = await recordOn(deps)(workbenchId, actor, () =>
      ok([
        {
          kind: 'workbench.created',
          workbenchId,
          name: workbenchName(facts.name),
          tree: tree.value,
          modelId: facts.modelId,
          folder: facts.folder ?? null,
          holds: [tree.value],
        },
      ]),
    );
    return recorded.ok ? ok({ workbenchId, seq: recorded.value.seq }) : recorded;
  };

export const renameWorkbench = (deps: RecordDeps) => (workbenchId: WorkbenchId, name: string, actor: Actor) =>
  recordOn(deps)(workbenchId, actor, (bench) => {
    const gated = gate(bench, 'switch_model');
    if (!gated.ok) return gated;
    return ok(bench.name === workbenchName(name) ? [] : [{ kind: 'workbench.renamed', name: workbenchName(name) }]);
  });

/** Nothing is unpinned here: what a person deleted by mistake can be brought back until its stream is removed. */
export const deleteWorkbench = (deps: RecordDeps) => (workbenchId: WorkbenchId, actor: Actor) =>
  recordOn(deps)(workbenchId, actor, (bench) => {
    const gated = gate(bench, 'change_files');
    return gated.ok ? ok([{ kind: 'workbench.deleted' }]) : gated;
  });

/** What a person deleted comes back as it was. */
export const undoDeleteWorkbench = (deps: RecordDeps) => (workbenchId: WorkbenchId, actor: Actor) =>
  recordOn(deps)<GateRefused>(workbenchId, actor, (bench) => {
    if (bench.id === null) return err({ code: 'WORKBENCH_NOT_FOUND' });
    return ok(bench.isDeleted ? [{ kind: 'workbench.restored' }] : []);
  });

/** `set` was judged by whoever asks; what is set already is not written again. */
export const setWorkbenchSettings =
  (deps: RecordDeps) => (workbenchId: WorkbenchId, set: Readonly<Record<string, Json>>, actor: Actor) =>
    recordOn(deps)(workbenchId, actor, (bench) => {
      const gated = gate(bench, 'switch_model');
      if (!gated.ok) return gated;
      const changed = Object.entries(set).filter(
        ([name, value]) => JSON.stringify(bench.settings[name]) !== JSON.stringify(value),
      );
      return ok(
        changed.length === 0
          ? []
          : [{ kind: 'workbench.settings_changed', set: Object.fromEntries(changed) as Record<string, never> }],
      );
    });
