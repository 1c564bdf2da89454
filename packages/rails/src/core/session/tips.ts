import type { NodeId } from '../ids.ts';
import type { NodeState, RunState } from './state.ts';

/** A node nothing was advanced from. Checkpoints are never tips and never make their parent a non-tip. */
export const isTip = (node: NodeState): boolean => node.kind !== 'checkpoint' && node.children.length === 0;

/**
 * The leaf whose root path holds the newest event; ties go to the leaf created last. The newest event of all stands
 * on the paths of exactly the leaves below its node, so the newest leaf below that node is the answer.
 */
export const preferredTip = (run: RunState): NodeState | undefined =>
  run.newestNodeId === null ? undefined : preferredTipBelow(run, run.newestNodeId);

export const preferredTipBelow = (run: RunState, aboveId: NodeId): NodeState | undefined => {
  const above = run.nodes.get(aboveId);
  if (!above) return undefined;
  for (let index = run.path.length - 1; index >= 0; index -= 1) {
    const node = run.path[index];
    if (node && isTip(node) && descendsFrom(run, node, above)) return node;
  }
  return undefined;
};

/**
 * Where a reader of an older node is told the work went on: below it, the leaf with the newest event on the way
 * from the node down.
 */
export const preferredTipUnder = (run: RunState, from: NodeState, except?: NodeId): NodeState | undefined => {
  let best: { tip: NodeState; newest: number } | undefined;
  for (const tip of run.path) {
    if (!isTip(tip) || tip.nodeId === except || !descendsFrom(run, tip, from)) continue;
    let newest = -1;
    for (let node: NodeState | undefined = tip; node && node !== from; node = upOf(run, node))
      newest = Math.max(newest, node.lastSeq);
    if (!best || newest > best.newest || (newest === best.newest && tip.seq > best.tip.seq)) best = { tip, newest };
  }
  return best?.tip;
};

const upOf = (run: RunState, node: NodeState): NodeState | undefined =>
  node.parentId === null ? undefined : run.nodes.get(node.parentId);

const descendsFrom = (run: RunState, node: NodeState, above: NodeState): boolean => {
  let at: NodeState | undefined = node;
  while (at && at.depth > above.depth) at = upOf(run, at);
  return at?.nodeId === above.nodeId;
};
