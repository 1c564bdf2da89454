import type { LoopStepSource, NodeSource, StepSource, TemplateCallSource } from '../authoring/step-source.ts';
import type { WorkflowSource } from '../authoring/workflow-source.ts';
import type { CapabilityProbe, Condition, LoopVariables, Provenance } from '../compiled.ts';

/** A workflow on its way through the passes. `pointer` is where a node stands in the normalised file. */
export type DraftStep = {
  readonly kind: 'step';
  readonly pointer: string;
  readonly source: StepSource;
  readonly provenance: Provenance;
  readonly collapsed: boolean;
  readonly probe?: CapabilityProbe;
};
export type DraftLoop = {
  readonly kind: 'loop';
  readonly pointer: string;
  readonly source: Omit<LoopStepSource, 'body'>;
  readonly body: readonly DraftNode[];
  /** Set by the loop-gate pass for loops that an artifact decides. */
  readonly decisionStepId?: string;
};
export type DraftCall = {
  readonly kind: 'call';
  readonly pointer: string;
  readonly index: number;
  readonly source: TemplateCallSource;
};
export type DraftNode = DraftStep | DraftLoop | DraftCall;

export type Draft = {
  readonly workflow: WorkflowSource;
  readonly nodes: readonly DraftNode[];
  readonly conditions: readonly Condition[];
  readonly resolvedBindings: Readonly<Record<string, string>>;
  readonly usedRefs: ReadonlySet<string>;
};

export const DEFAULT_VARIABLES: LoopVariables = {
  iteration: 'currentIteration',
  index: 'currentIndex',
  item: 'currentItem',
};

const AUTHORED: Provenance = { source: 'authored' };

export const draftNodes = (
  nodes: readonly NodeSource[],
  pointer: string,
  provenance: Provenance = AUTHORED,
): readonly DraftNode[] =>
  nodes.map((node, index): DraftNode => {
    const at = `${pointer}/${index}`;
    if (!('type' in node)) return { kind: 'step', pointer: at, source: node, provenance, collapsed: false };
    if (node.type === 'template_call') return { kind: 'call', pointer: at, index, source: node };
    const { body, ...source } = node;
    return { kind: 'loop', pointer: at, source, body: draftNodes(body, `${at}/body`, provenance) };
  });

export const draftOf = (workflow: WorkflowSource): Draft => ({
  workflow,
  nodes: draftNodes(workflow.steps, '/steps'),
  conditions: workflow.conditions ?? [],
  resolvedBindings: {},
  usedRefs: new Set(),
});

/** Rewrites each node, innermost first; one node may become several. */
export const flatMapNodes = (
  nodes: readonly DraftNode[],
  rewrite: (node: DraftNode) => readonly DraftNode[],
): readonly DraftNode[] =>
  nodes.flatMap((node) => rewrite(node.kind === 'loop' ? { ...node, body: flatMapNodes(node.body, rewrite) } : node));

export const mapSteps = (draft: Draft, rewrite: (step: DraftStep) => DraftStep): Draft => ({
  ...draft,
  nodes: flatMapNodes(draft.nodes, (node) => [node.kind === 'step' ? rewrite(node) : node]),
});

/** Every step in document order, with the loops around it, outermost first. */
export const stepsOf = (
  nodes: readonly DraftNode[],
  loops: readonly DraftLoop[] = [],
): readonly { readonly step: DraftStep; readonly loops: readonly DraftLoop[] }[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'loop') return stepsOf(node.body, [...loops, node]);
    return node.kind === 'step' ? [{ step: node, loops }] : [];
  });

export const loopsOf = (nodes: readonly DraftNode[]): readonly DraftLoop[] =>
  nodes.flatMap((node) => (node.kind === 'loop' ? [node, ...loopsOf(node.body)] : []));
