import type { ForkCause, LoopOutline, RunNode, StepOutline } from '@atelier/contracts';

type Place = { readonly id: string; readonly lane: number; readonly row: number };

/** Something drawn on the graph. Lanes are columns of branches, rows follow the order of work. */
export type GraphItem = Place &
  (
    | {
        readonly kind: 'node';
        readonly node: RunNode;
        readonly onPath: boolean;
        readonly isTip: boolean;
        /** The closed group this node came out of, so that it can be closed again. */
        readonly passId: string | null;
      }
    /** A branch that was left behind, folded into one item. */
    | { readonly kind: 'branch'; readonly nodes: readonly RunNode[]; readonly cause: ForkCause | null }
    /** One pass of a loop, folded into one item. */
    | {
        readonly kind: 'pass';
        readonly title: string;
        readonly pass: number;
        readonly nodes: readonly RunNode[];
        readonly onPath: boolean;
      }
    /** A step that was passed over. */
    | { readonly kind: 'ghost'; readonly stepId: string; readonly title: string }
    /** A step and a loop of a workflow nobody has walked yet. */
    | { readonly kind: 'step'; readonly step: StepOutline }
    | { readonly kind: 'loop'; readonly loop: LoopOutline; readonly folded: boolean }
  );

export type GraphLink = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** `again` is a loop's way back. */
  readonly kind: 'path' | 'branch' | 'checkpoint' | 'again';
  readonly cause: ForkCause | null;
};

export type RunLayout = { readonly items: readonly GraphItem[]; readonly links: readonly GraphLink[] };

export const branchId = (firstNodeId: string): string => `branch:${firstNodeId}`;
export const passId = (firstNodeId: string): string => `pass:${firstNodeId}`;

/** The nodes an item stands for. */
export const nodesOf = (item: GraphItem): readonly RunNode[] =>
  item.kind === 'node' ? [item.node] : item.kind === 'branch' || item.kind === 'pass' ? item.nodes : [];
