import { budgets } from '../budgets.ts';
import type { CompiledStep, FunctionDefinition } from '../compiled.ts';
import type { EngineState } from '../engine/state.ts';
import type { WorkflowIndex } from '../engine/workflow-index.ts';
import { byCodeUnit } from '../ids.ts';
import { newestRecap, notesOf, recapBetween, stepOfOutput } from '../session/lineage.ts';
import type { NodeState, OutputState, RunState } from '../session/state.ts';
import { isTip, preferredTipUnder } from '../session/tips.ts';
import { truncate, utf8Bytes } from '../text.ts';
import { fillSection, sectionOf } from './section.ts';

export type Recovery = {
  readonly isTip: boolean;
  readonly truncated: boolean;
  readonly omittedEntries: number;
  readonly policy: 'most_recent_first';
  /** Goal, workflow and place, in words. */
  readonly standing: string;
};

const HEADING = '# Recovered from the record';
const SUMMARY_BYTES = 240;

/**
 * What the chat may have lost, newest first, within the budget. Room is given in the order of what would be missed
 * most: the way the work went on from here, the way that led here, functions, other branches.
 */
export const renderRecovery = (
  workflow: WorkflowIndex,
  run: RunState,
  node: NodeState,
  state: EngineState,
): { readonly text: string; readonly recovery: Omit<Recovery, 'standing'> } => {
  const step =
    'pending' in state && state.pending.kind === 'some' ? workflow.stepById.get(state.pending.step.stepId) : undefined;
  const functions = functionsFor(workflow, step);
  const tip = isTip(node) ? undefined : preferredTipUnder(run, node);
  const noted = (output: OutputState): string => `### ${stepOfOutput(run, output)}\n${notesOf(output)}`;
  const before = newestRecap(run, node, budgets.recoveryBytes);
  const sections = [
    sectionOf('What happened after this step (newest first)', tip ? recapBetween(run, node, tip) : [], noted),
    sectionOf('What was done before this step (newest first)', before.outputs, noted, before.total),
    sectionOf('Functions', functions, functionText),
    sectionOf('Other branches from this step', tip ? otherBranches(run, node, tip) : [], branchText),
  ];
  let left = budgets.recoveryBytes - utf8Bytes(`\n\n${HEADING}`);
  let text = '';
  let omittedEntries = 0;
  let truncated = false;
  for (const section of sections) {
    const filled = fillSection(section, left - 2);
    omittedEntries += filled.omitted;
    truncated ||= filled.truncated;
    if (filled.text === '') continue;
    text += `\n\n${filled.text}`;
    left -= filled.bytes + 2;
  }
  return {
    text: text === '' ? '' : `${HEADING}${text}`,
    recovery: { isTip: isTip(node), truncated, omittedEntries, policy: 'most_recent_first' },
  };
};

/** What went on below a node, as one text: told when an advance leaves that branch behind. */
export const downstreamRecap = (run: RunState, from: NodeState, tip: NodeState): string =>
  fillSection(
    sectionOf(
      'The branch that was there before',
      recapBetween(run, from, tip),
      (output) => `### ${stepOfOutput(run, output)}\n${notesOf(output)}`,
    ),
    budgets.recoveryBytes,
  ).text;

const otherBranches = (run: RunState, node: NodeState, tip: NodeState): readonly NodeState[] =>
  node.children.flatMap((id) => run.nodes.get(id) ?? []).filter((child) => !isAbove(run, child, tip));

const branchText = (child: NodeState): string => {
  const output = child.outputs.find(({ channel }) => channel === 'recap');
  const told = output ? truncate(notesOf(output), SUMMARY_BYTES, '…') : 'no notes';
  return `- ${child.nodeId} (${child.kind}, then ${child.pending ?? 'complete'}): ${told}`;
};

const isAbove = (run: RunState, above: NodeState, node: NodeState): boolean => {
  let at: NodeState | undefined = node;
  while (at && at.depth > above.depth) at = at.parentId === null ? undefined : run.nodes.get(at.parentId);
  return at?.nodeId === above.nodeId;
};

const SCOPES: readonly FunctionDefinition['scope'][] = ['step', 'loop', 'workflow'];

/** Those the pending step names first; then by scope, from the narrowest, and name. */
const functionsFor = ({ snapshot }: WorkflowIndex, step: CompiledStep | undefined): readonly FunctionDefinition[] => {
  const named = new Set(step?.functionReferences ?? []);
  const rank = (fn: FunctionDefinition): number => (named.has(fn.name) ? 0 : 1 + SCOPES.indexOf(fn.scope));
  return [...snapshot.functionDefinitions].sort((a, b) => rank(a) - rank(b) || byCodeUnit(a.name, b.name));
};

const functionText = ({ name, definition, parameters }: FunctionDefinition): string =>
  `### ${name}${parameters ? ` ${JSON.stringify(parameters)}` : ''}\n${definition}`;
