import type { RunNode } from '@atelier/contracts';

export type RunTree = {
  readonly root: RunNode | undefined;
  readonly byId: ReadonlyMap<string, RunNode>;
  /** Reached by advancing. */
  readonly childrenOf: (nodeId: string) => readonly RunNode[];
  readonly checkpointsOf: (nodeId: string) => readonly RunNode[];
  /** From the root to where the run stands. */
  readonly path: ReadonlySet<string>;
  /** The child the eye follows: on the path, else the one that was worked on last. */
  readonly mainChildOf: (nodeId: string) => RunNode | undefined;
};

export const treeOf = (nodes: readonly RunNode[], preferredTipId: string | null): RunTree => {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const children = new Map<string, RunNode[]>();
  const checkpoints = new Map<string, RunNode[]>();
  for (const node of nodes) {
    if (node.parentId === null) continue;
    const lists = node.kind === 'checkpoint' ? checkpoints : children;
    const list = lists.get(node.parentId);
    if (list) list.push(node);
    else lists.set(node.parentId, [node]);
  }
  const path = new Set<string>();
  for (let at = byId.get(preferredTipId ?? ''); at && !path.has(at.nodeId); at = byId.get(at.parentId ?? ''))
    path.add(at.nodeId);
  const childrenOf = (nodeId: string): readonly RunNode[] => children.get(nodeId) ?? [];
  return {
    root: nodes.find(({ parentId }) => parentId === null),
    byId,
    childrenOf,
    checkpointsOf: (nodeId) => checkpoints.get(nodeId) ?? [],
    path,
    mainChildOf: (nodeId) => {
      const list = childrenOf(nodeId);
      return list.find((child) => path.has(child.nodeId)) ?? list.at(-1);
    },
  };
};

/** A node and all below it, in the order they were made. */
export const subtreeOf = (tree: RunTree, first: RunNode): readonly RunNode[] => {
  const found: RunNode[] = [];
  const waiting = [first];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    waiting.push(...tree.childrenOf(node.nodeId), ...tree.checkpointsOf(node.nodeId));
  }
  return found.sort((a, b) => a.seq - b.seq);
};
