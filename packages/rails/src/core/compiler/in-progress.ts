import type { LoopStepSource, NodeSource, StepSource, TemplateCallSource } from '../authoring/step-source.ts';
import type { WorkflowSource } from '../authoring/workflow-source.ts';
import type { CapabilityProbe, Condition, LoopVariables, Provenance } from '../compiled.ts';

/** A workflow on its way through the passes. `pointer` is where a node stands in the normalised file. */
export type StepInProgress = {
  readonly kind: 'step';
  readonly pointer: string;
  readonly source: StepSource;
  readonly provenance: Provenance;
  readonly collapsed: boolean;
  readonly probe?: CapabilityProbe;
};
export type LoopInProgress = {
  readonly kind: 'loop';
  readonly pointer: string;
  readonly source: Omit<LoopStepSource, 'body'>;
  readonly body: readonly NodeInProgress[];
  /** Set by the loop-gate pass for loops that an artifact decides. */
  readonly decisionStepId?: string;
};
export type CallInProgress = {
  readonly kind: 'call';
  readonly pointer: string;
  readonly index: number;
  readonly source: TemplateCallSource;
};
export type NodeInProgress = StepInProgress | LoopInProgress | CallInProgress;

export type WorkflowInProgress = {
  readonly workflow: WorkflowSource;
  readonly nodes: readonly NodeInProgress[];
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

export const nodesInProgress = (
  nodes: readonly NodeSource[],
  pointer: string,
  provenance: Provenance = AUTHORED,
): readonly NodeInProgress[] =>
  nodes.map((node, index): NodeInProgress => {
    const at = `${pointer}/${index}`;
    if (!('type' in node)) return { kind: 'step', pointer: at, source: node, provenance, collapsed: false };
    if (node.type === 'template_call') return { kind: 'call', pointer: at, index, source: node };
    const { body, ...source } = node;
    return { kind: 'loop', pointer: at, source, body: nodesInProgress(body, `${at}/body`, provenance) };
  });

export const inProgressOf = (workflow: WorkflowSource): WorkflowInProgress => ({
  workflow,
  nodes: nodesInProgress(workflow.steps, '/steps'),
  conditions: workflow.conditions ?? [],
  resolvedBindings: {},
  usedRefs: new Set(),
});

/** Rewrites each node, innermost first; one node may become several. */
export const flatMapNodes = (
  nodes: readonly NodeInProgress[],
  rewrite: (node: NodeInProgress) => readonly NodeInProgress[],
): readonly NodeInProgress[] =>
  nodes.flatMap((node) => rewrite(node.kind === 'loop' ? { ...node, body: flatMapNodes(node.body, rewrite) } : node));

export const mapSteps = (
  workflowNow: WorkflowInProgress,
  rewrite: (step: StepInProgress) => StepInProgress,
): WorkflowInProgress => ({
  ...workflowNow,
  nodes: flatMapNodes(workflowNow.nodes, (node) => [node.kind === 'step' ? rewrite(node) : node]),
});

/** Every step in document order, with the loops around it, outermost first. */
export const stepsOf = (
  nodes: readonly NodeInProgress[],
  loops: readonly LoopInProgress[] = [],
): readonly { readonly step: StepInProgress; readonly loops: readonly LoopInProgress[] }[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'loop') return stepsOf(node.body, [...loops, node]);
    return node.kind === 'step' ? [{ step: node, loops }] : [];
  });

export const loopsOf = (nodes: readonly NodeInProgress[]): readonly LoopInProgress[] =>
  nodes.flatMap((node) => (node.kind === 'loop' ? [node, ...loopsOf(node.body)] : []));
