import type { RunNode } from '@atelier/contracts';
import { branchId, type GraphItem, type GraphLink, passId, type RunLayout } from './items.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { type RunTree, subtreeOf, treeOf } from './tree.ts';

export type LayoutOptions = {
  readonly nodes: readonly RunNode[];
  readonly preferredTipId: string | null;
  /** Branches and passes a person opened. */
  readonly open: ReadonlySet<string>;
};

/** The way taken in the first lane; what was left behind beside it, folded until somebody wants to see it. */
export const layOutRun = ({ nodes, preferredTipId, open }: LayoutOptions): RunLayout => {
  const tree = treeOf(nodes, preferredTipId);
  const items: GraphItem[] = [];
  const links: GraphLink[] = [];
  const lanes = createLanes();
  // A queue, not recursion: a run can fork as often as it has steps.
  const waiting: Branch[] = tree.root ? [{ first: tree.root, from: null, row: 0, lane: 0 }] : [];
  for (let branch = waiting.shift(); branch; branch = waiting.shift()) {
    const chain = chainFrom(tree, branch.first, open);
    const lane = lanes.take(branch.lane, branch.row, branch.row + chain.length - 1);
    waiting.push(...placeChain({ tree, chain, branch, lane, items, links, open, lanes }));
  }
  return { items, links };
};

type Branch = { readonly first: RunNode; readonly from: string | null; readonly row: number; readonly lane: number };

/** What stands below one another in one lane. */
type Link =
  | { readonly kind: 'node'; readonly node: RunNode; readonly passId: string | null }
  | { readonly kind: 'pass'; readonly nodes: readonly RunNode[]; readonly title: string; readonly pass: number }
  | { readonly kind: 'ghost'; readonly stepId: string; readonly title: string; readonly before: string };

const chainFrom = (tree: RunTree, first: RunNode, open: ReadonlySet<string>): readonly Link[] => {
  const nodes: RunNode[] = [];
  const seen = new Set<string>();
  for (let node: RunNode | undefined = first; node && !seen.has(node.nodeId); node = tree.mainChildOf(node.nodeId)) {
    seen.add(node.nodeId);
    nodes.push(node);
  }
  const groups = passesOf(nodes);
  return groups.flatMap((group, at): readonly Link[] => {
    const [head] = group.nodes;
    const loop = head?.loops.at(-1);
    const ghosts = (head?.skipped ?? []).map(
      ({ stepId, title }): Link => ({ kind: 'ghost', stepId, title, before: head?.nodeId ?? '' }),
    );
    const isLast = at === groups.length - 1;
    if (!head || !loop || group.nodes.length < 2) return group.nodes.flatMap((node) => withGhosts(node, null));
    const id = passId(head.nodeId);
    if (isLast || open.has(id)) return group.nodes.flatMap((node) => withGhosts(node, isLast ? null : id));
    return [...ghosts, { kind: 'pass', nodes: group.nodes, title: loop.title, pass: loop.pass }];
  });
};

const withGhosts = (node: RunNode, ofPass: string | null): readonly Link[] => [
  ...node.skipped.map(({ stepId, title }): Link => ({ kind: 'ghost', stepId, title, before: node.nodeId })),
  { kind: 'node', node, passId: ofPass },
];

/** Neighbours that stand in the same pass of the same loops. */
const passesOf = (nodes: readonly RunNode[]): readonly { readonly nodes: readonly RunNode[] }[] => {
  const groups: { key: string; nodes: RunNode[] }[] = [];
  for (const node of nodes) {
    const key = node.loops.map(({ loopId, pass }) => `${loopId}@${pass}`).join('/');
    const last = groups.at(-1);
    if (last && last.key === key && key !== '') last.nodes.push(node);
    else groups.push({ key, nodes: [node] });
  }
  return groups;
};

type Placing = {
  readonly tree: RunTree;
  readonly chain: readonly Link[];
  readonly branch: Branch;
  readonly lane: number;
  readonly items: GraphItem[];
  readonly links: GraphLink[];
  readonly open: ReadonlySet<string>;
  readonly lanes: Lanes;
};

/** Draws one lane; returns the opened branches that leave it. */
const placeChain = ({ tree, chain, branch, lane, items, links, open, lanes }: Placing): readonly Branch[] => {
  const leaving: Branch[] = [];
  let above = branch.from;
  chain.forEach((link, at) => {
    const row = branch.row + at;
    const item = itemOf(tree, link, lane, row);
    items.push(item);
    if (above !== null) {
      const cause = link.kind === 'node' ? link.node.cause : null;
      links.push({ id: `${above}>${item.id}`, from: above, to: item.id, kind: at === 0 ? 'branch' : 'path', cause });
    }
    above = item.id;
    const stands = link.kind === 'node' ? [link.node] : link.kind === 'pass' ? link.nodes : [];
    for (const node of stands) {
      if (link.kind === 'node') placeCheckpoints(node, item, { tree, items, links, lanes });
      const main = tree.mainChildOf(node.nodeId);
      for (const child of tree.childrenOf(node.nodeId)) {
        if (child === main) continue;
        const id = branchId(child.nodeId);
        if (open.has(id)) leaving.push({ first: child, from: item.id, row: row + 1, lane: lane + 1 });
        else {
          const beside = lanes.take(lane + 1, row + 1, row + 1);
          const nodes = subtreeOf(tree, child);
          items.push({ kind: 'branch', id, lane: beside, row: row + 1, nodes, cause: child.cause });
          links.push({ id: `${item.id}>${id}`, from: item.id, to: id, kind: 'branch', cause: child.cause });
        }
      }
    }
  });
  return leaving;
};

const itemOf = (tree: RunTree, link: Link, lane: number, row: number): GraphItem => {
  switch (link.kind) {
    case 'node': {
      const { node } = link;
      const isTip = tree.childrenOf(node.nodeId).length === 0;
      return {
        kind: 'node',
        id: node.nodeId,
        lane,
        row,
        node,
        onPath: tree.path.has(node.nodeId),
        isTip,
        passId: link.passId,
      };
    }
    case 'pass': {
      const [first] = link.nodes;
      const onPath = link.nodes.some(({ nodeId }) => tree.path.has(nodeId));
      return { ...link, id: passId(first?.nodeId ?? ''), lane, row, onPath };
    }
    case 'ghost':
      return {
        kind: 'ghost',
        id: `ghost:${link.before}:${link.stepId}`,
        lane,
        row,
        stepId: link.stepId,
        title: link.title,
      };
  }
};

const placeCheckpoints = (
  node: RunNode,
  item: GraphItem,
  { tree, items, links, lanes }: Pick<Placing, 'tree' | 'items' | 'links' | 'lanes'>,
): void => {
  for (const saved of tree.checkpointsOf(node.nodeId)) {
    const lane = lanes.take(item.lane + 1, item.row, item.row);
    items.push({
      kind: 'node',
      id: saved.nodeId,
      lane,
      row: item.row,
      node: saved,
      onPath: false,
      isTip: false,
      passId: null,
    });
    links.push({
      id: `${item.id}>${saved.nodeId}`,
      from: item.id,
      to: saved.nodeId,
      kind: 'checkpoint',
      cause: saved.cause,
    });
  }
};
