import type { JsonObject } from '@atelier/kernel/core';
import type { CompiledStep } from '../compiled.ts';
import { conditionHolds, lookupIn } from '../dialect/evaluate-condition.ts';
import { scopeAt } from '../engine/scope.ts';
import type { EngineState, LoopPath } from '../engine/state.ts';
import type { WorkflowIndex } from '../engine/workflow-index.ts';
import { loopOf, stepOf } from '../engine/workflow-index.ts';
import { requirementsFor } from '../guidance/requirements.ts';
import { contextAt } from '../session/lineage.ts';
import type { NodeState, RunState } from '../session/state.ts';
import { openGaps } from '../session/status.ts';
import { fillPlaceholders } from './fill.ts';

export type PendingStep = {
  readonly stepId: string;
  readonly title: string;
  readonly prompt: string;
  readonly requireConfirmation: boolean;
  readonly agentRole?: string;
  readonly loop?: { readonly pass: number; readonly maxPasses: number };
};

export const FOOTER =
  'The next step is unknown until you fetch it. Do this step now; then make the call in `nextCall`, with notes about this step only. That call is the only next move.';

/** Shown with the first step, and again whenever a chat may have lost it. */
const SHOWN_GAPS = 5;

/** One renderer for every door, so that the same node always reads the same. */
export const renderPending = (
  workflow: WorkflowIndex,
  run: RunState,
  node: NodeState,
  state: EngineState,
  options: { readonly introduce: boolean; readonly recovery?: string },
): PendingStep | null => {
  if ((state.kind !== 'running' && state.kind !== 'blocked') || state.pending.kind === 'none') return null;
  const { stepId, loopPath } = state.pending.step;
  const step = stepOf(workflow, stepId);
  const scope = scopeAt(workflow, contextAt(run, node), loopPath);
  const agentRole = step.agentRole ?? workflow.snapshot.agentRole;
  const loop = loopView(workflow, loopPath);
  const parts = [
    agentRole ? `Your role: ${agentRole}` : '',
    options.introduce ? introduction(workflow) : '',
    loop ? loop.banner : '',
    fillPlaceholders(step.prompt, scope),
    ...fragmentsFor(step, scope),
    requirementsFor(step, workflow.snapshot),
    gapReminder(run, node),
    FOOTER,
    options.recovery ?? '',
  ];
  return {
    stepId,
    title: fillPlaceholders(step.title, scope),
    prompt: parts.filter((part) => part !== '').join('\n\n'),
    requireConfirmation: confirmationNeeded(step, scope),
    ...(agentRole ? { agentRole } : {}),
    ...(loop ? { loop: { pass: loop.pass, maxPasses: loop.maxPasses } } : {}),
  };
};

const confirmationNeeded = ({ requireConfirmation }: CompiledStep, scope: JsonObject): boolean =>
  typeof requireConfirmation === 'boolean' ? requireConfirmation : conditionHolds(requireConfirmation, lookupIn(scope));

const fragmentsFor = (step: CompiledStep, scope: JsonObject): readonly string[] =>
  step.fragments
    .filter(({ when }) => !when || conditionHolds(when, lookupIn(scope)))
    .map(({ text }) => fillPlaceholders(text, scope));

const loopView = (workflow: WorkflowIndex, path: LoopPath) => {
  const innermost = path.at(-1);
  if (!innermost) return undefined;
  const loop = loopOf(workflow, innermost.loopId);
  const pass = innermost.iteration + 1;
  const last = pass === loop.maxIterations ? ' This is the last pass: decide to leave when it is done.' : '';
  return {
    pass,
    maxPasses: loop.maxIterations,
    banner: `Loop ${loop.title ?? loop.loopId}: pass ${pass} of at most ${loop.maxIterations}.${last}`,
  };
};

const introduction = ({ snapshot }: WorkflowIndex): string =>
  [
    listed('Before you begin, make sure that', snapshot.preconditions),
    listed('If it is unclear, ask', snapshot.clarificationPrompts),
    listed('How to work', snapshot.metaGuidance),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const listed = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [`${heading}:`, ...lines.map((line) => `- ${line}`)].join('\n');

const gapReminder = (run: RunState, node: NodeState): string => {
  const open = openGaps(run, node).filter(({ severity }) => severity === 'critical');
  if (open.length === 0) return '';
  return [
    'OPEN GAPS (System): recorded because the run did not stop for them. If you can close one now, send an artifact {"kind":"wr.gap_resolution","gapId":"…","summary":"…"}.',
    ...open.slice(-SHOWN_GAPS).map(({ gapId, summary }) => `- ${gapId}: ${summary}`),
  ].join('\n');
};
