import type { NodeState, RunState } from './state.ts';
import { preferredTip } from './tips.ts';

export type RunStatus = 'in_progress' | 'blocked' | 'complete' | 'complete_with_gaps';

export const runStatus = (run: RunState): RunStatus => {
  const tip = preferredTip(run);
  return tip ? statusAt(run, tip) : 'in_progress';
};

export const statusAt = (run: RunState, tip: NodeState): RunStatus => {
  const critical = openGaps(run, tip).filter((gap) => gap.severity === 'critical');
  if (tip.pending === null) return critical.length > 0 ? 'complete_with_gaps' : 'complete';
  if (tip.preferences.autonomy === 'full_auto_never_stop') return 'in_progress';
  const stopped = tip.kind === 'blocked_attempt' || critical.some((gap) => gap.reason.category !== 'unexpected');
  return stopped ? 'blocked' : 'in_progress';
};

export const openGaps = (run: RunState, node: NodeState) =>
  node.openGaps.flatMap((id) => {
    const found = run.gaps.get(id);
    return found ? [found.gap] : [];
  });
