import type { RunNode, RunView } from '@atelier/contracts';

/** A step with all that was tried for it. */
export type StepTries = {
  /** The refused attempts, oldest first. */
  readonly refusals: readonly RunNode[];
  /** Equal refusals in a row are told once. */
  readonly times: number;
  /** `done` once the work went on from it: then what was refused before is quiet. */
  readonly state: 'done' | 'refused' | 'waiting';
  /** From the moment the step was given to the moment the work went on; null while it has not. */
  readonly durationMs: number | null;
};

export type FoldedRun = {
  /** The run with each step once: what was refused on the way is no node of its own. */
  readonly view: RunView;
  readonly triesByNode: ReadonlyMap<string, StepTries>;
};

/**
 * Folds refused attempts into the step they were made for. A chain that split, because somebody went back to one of
 * its refusals, stays as it is: both ways must be seen.
 */
export const foldAttempts = (view: RunView): FoldedRun => {
  const children = new Map<string, RunNode[]>();
  for (const node of view.nodes)
    if (node.parentId !== null && node.kind !== 'checkpoint')
      children.set(node.parentId, [...(children.get(node.parentId) ?? []), node]);
  const triesByNode = new Map<string, StepTries>();
  const standsFor = new Map<string, string>();
  for (const node of view.nodes) {
    if (node.kind !== 'step') continue;
    const { refusals, next } = chainOf(node, children);
    for (const refusal of refusals) standsFor.set(refusal.nodeId, node.nodeId);
    triesByNode.set(node.nodeId, {
      refusals,
      times: refusals.length + (next ? 1 : 0),
      state: next ? 'done' : refusals.length > 0 ? 'refused' : 'waiting',
      durationMs: next ? Math.max(0, Date.parse(next.at) - Date.parse(node.at)) : null,
    });
  }
  const nodes = view.nodes
    .filter(({ nodeId }) => !standsFor.has(nodeId))
    .map((node) => ({
      ...node,
      parentId: node.parentId === null ? null : (standsFor.get(node.parentId) ?? node.parentId),
      badges: triesByNode.get(node.nodeId)?.state === 'done' ? { ...node.badges, failedValidations: 0 } : node.badges,
    }));
  const tip = view.preferredTipId;
  return {
    view: { ...view, nodes, preferredTipId: tip === null ? null : (standsFor.get(tip) ?? tip) },
    triesByNode,
  };
};

const chainOf = (node: RunNode, children: ReadonlyMap<string, readonly RunNode[]>) => {
  const refusals: RunNode[] = [];
  let at = node;
  for (;;) {
    const below: readonly RunNode[] = children.get(at.nodeId) ?? [];
    const [only] = below;
    if (!only || below.length > 1) return { refusals, next: below.find(({ kind }) => kind === 'step') };
    if (only.kind !== 'blocked_attempt') return { refusals, next: only };
    refusals.push(only);
    at = only;
  }
};
