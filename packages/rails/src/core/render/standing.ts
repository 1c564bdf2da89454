import type { WorkflowIndex } from '../engine/workflow-index.ts';
import { contextAt } from '../session/lineage.ts';
import type { NodeState, RunState } from '../session/state.ts';
import { isTip, preferredTipUnder } from '../session/tips.ts';
import { headingOf, positionOf, type StepParts } from './render-pending.ts';

/** The first thing a forgetful agent reads: what the user wants, which workflow this is, and where the run stands. */
export const standingOf = (
  workflow: WorkflowIndex,
  run: RunState,
  node: NodeState,
  parts: StepParts | null,
  tokenOf: (node: NodeState) => string,
): string => {
  const { goal } = contextAt(run, node);
  const { name, workflowId } = workflow.snapshot;
  return [
    // On one line: a second one would read as a line of ours.
    typeof goal === 'string' ? `Goal: ${goal.replace(/\s+/g, ' ').trim()}` : '',
    `Workflow: ${name === workflowId ? workflowId : `${name} (${workflowId})`}`,
    parts ? headingOf(parts) : 'The run is complete.',
    ...(isTip(node) ? [] : movedOn(workflow, run, node, tokenOf)),
  ]
    .filter((line) => line !== '')
    .join('\n');
};

/** An old token is a way back, and taking it without knowing so makes a branch nobody wanted. */
const movedOn = (
  workflow: WorkflowIndex,
  run: RunState,
  node: NodeState,
  tokenOf: (node: NodeState) => string,
): readonly string[] => {
  const newest = preferredTipUnder(run, node);
  const done = node.children.map((id) => run.nodes.get(id)).find((child) => child?.kind === 'step');
  if (!newest) return [];
  const stepId = newest.pending?.slice(newest.pending.lastIndexOf(':') + 1);
  const position = stepId === undefined ? undefined : positionOf(workflow, stepId);
  const place = position ? `step ${position.step} of ${position.of} (${stepId})` : 'complete';
  return [
    done
      ? `NOTE: this step is already done (${done.at}). The run has moved on; its newest place is ${place}.`
      : `NOTE: this step was tried again since. The newest place of the run is ${place}.`,
    `To go on there, call continue_workflow ${JSON.stringify({ stateToken: tokenOf(newest) })}`,
    'Advancing from here starts a second branch beside that work. Do it only if the user wants this step done differently.',
  ];
};
