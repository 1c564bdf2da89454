import { budgets } from '../budgets.ts';
import { newestRecap, recapBetween } from './lineage.ts';
import type { NodeState, OutputState, RunState } from './state.ts';
import { isTip, preferredTipUnder } from './tips.ts';

/** Outputs whose text a recovery at the node may show and that still have to be read. */
export const missingForRecovery = (run: RunState, node: NodeState): readonly OutputState[] => {
  if (!run.partial) return [];
  const tip = isTip(node) ? undefined : preferredTipUnder(run, node);
  const wanted = [
    ...withinBudget(newestRecap(run, node, budgets.recoveryBytes).outputs),
    ...(tip ? withinBudget(recapBetween(run, node, tip)) : []),
    ...(tip ? node.children.flatMap((id) => run.nodes.get(id)?.outputs ?? []) : []),
  ];
  return wanted.filter(({ payload }) => payload === null);
};

/** The newest, up to the one that no longer fits whole. */
const withinBudget = (outputs: readonly OutputState[]): readonly OutputState[] => {
  let left: number = budgets.recoveryBytes;
  const kept: OutputState[] = [];
  for (const output of outputs) {
    kept.push(output);
    left -= output.bytes;
    if (left < 0) break;
  }
  return kept;
};

export const missingIn = (run: RunState): readonly OutputState[] =>
  !run.partial
    ? []
    : [...run.nodes.values()].flatMap(({ outputs }) => outputs.filter(({ payload }) => payload === null));
