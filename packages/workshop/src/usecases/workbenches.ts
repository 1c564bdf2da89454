import { emptyTree, ok } from '@atelier/kernel/core';
import type { Actor } from '../core/codec.ts';
import { gate } from '../core/gating.ts';
import { benchStream, type WorkbenchId } from '../core/ids.ts';
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

export const openWorkbench =
  ({ benches }: Pick<WorkshopPorts, 'benches'>) =>
  (workbenchId: WorkbenchId) =>
    benches.at(benchStream(workbenchId));
