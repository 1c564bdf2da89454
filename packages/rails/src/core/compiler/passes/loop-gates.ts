import { LOOP_CONTROL } from '../../builtins/contracts.ts';
import type { Condition } from '../../compiled.ts';
import {
  flatMapNodes,
  type LoopInProgress,
  type NodeInProgress,
  type StepInProgress,
  type WorkflowInProgress,
} from '../in-progress.ts';

/** A loop that an artifact decides ends each pass with a step that must send it; where there is none, one is added. */
export const addLoopGates = (workflowNow: WorkflowInProgress): WorkflowInProgress => {
  const conditionById = new Map(workflowNow.conditions.map((condition) => [condition.id, condition]));
  return {
    ...workflowNow,
    nodes: flatMapNodes(workflowNow.nodes, (node) => [node.kind === 'loop' ? gated(node, conditionById) : node]),
  };
};

const gated = (loop: LoopInProgress, conditionById: ReadonlyMap<string, Condition>): LoopInProgress => {
  const { while: source } = loop.source;
  const condition = source.kind === 'condition_ref' ? conditionById.get(source.conditionId) : undefined;
  if (condition?.kind !== 'loop_control') return loop;
  const last = loop.body.at(-1);
  if (last && decides(last)) return { ...loop, decisionStepId: last.source.id };
  const gate = gateOf(loop, condition.continueWhen);
  return { ...loop, body: [...loop.body, gate], decisionStepId: gate.source.id };
};

const decides = (node: NodeInProgress): node is StepInProgress =>
  node.kind === 'step' &&
  node.source.output?.contractRef === LOOP_CONTROL &&
  node.source.output.required !== false &&
  node.source.runCondition === undefined;

const gateOf = (loop: LoopInProgress, continueWhen: 'continue' | 'stop'): StepInProgress => ({
  kind: 'step',
  pointer: loop.pointer,
  collapsed: true,
  provenance: { source: 'compiler_injected', originId: loop.source.loopId },
  source: {
    id: `${loop.source.loopId}__gate`,
    title: `Another pass of ${loop.source.title ?? loop.source.loopId}?`,
    prompt: [
      'Decide whether this loop needs another pass.',
      `Answer \`${continueWhen}\` if what this pass found leaves work that another pass would do, and \`${continueWhen === 'continue' ? 'stop' : 'continue'}\` if not.`,
      'Say in the summary what the decision rests on.',
    ].join('\n'),
    output: { contractRef: LOOP_CONTROL },
  },
});
