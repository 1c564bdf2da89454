import type { JsonObject } from '@atelier/kernel/core';
import type { CompiledStep } from '../compiled.ts';
import { conditionHolds, lookupIn } from '../dialect/evaluate-condition.ts';
import { countOf, itemsOf, scopeAt } from '../engine/scope.ts';
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
  /** Where the step stands among all steps of the workflow. */
  readonly position: { readonly step: number; readonly of: number };
  readonly agentRole?: string;
  readonly loop?: LoopPosition;
};

/** `maxPasses` is exact where the passes are counted out beforehand, else the most there may be. */
export type LoopPosition = { readonly pass: number; readonly maxPasses: number };

/** A step as data: what it asks for, without a word about how the answer is to be sent. */
export type StepParts = {
  readonly stepId: string;
  readonly title: string;
  readonly position: PendingStep['position'];
  readonly loop?: LoopPosition;
  readonly role?: string;
  /** What holds for the whole workflow. */
  readonly introduction?: string;
  readonly body: string;
  readonly requirements?: string;
  readonly openGaps?: string;
  readonly requireConfirmation: boolean;
};

export const FOOTER =
  'Do only this step; the next one is unknown until you fetch it. When it is done, make the call in `nextCall` and add output.notesMarkdown about this step.';

/** An agent that lost its thread is told only that nothing has moved: the text has to say what it waits for. */
const ASK_FIRST =
  'ASK FIRST (System): before you do this step, show the user what it will do and wait for their OK. Theirs above counts.';

const SHOWN_GAPS = 5;

/** Null when nothing is pending. */
export const stepPartsOf = (
  workflow: WorkflowIndex,
  run: RunState,
  node: NodeState,
  state: EngineState,
): StepParts | null => {
  if ((state.kind !== 'running' && state.kind !== 'blocked') || state.pending.kind === 'none') return null;
  const { stepId, loopPath } = state.pending.step;
  const step = stepOf(workflow, stepId);
  const scope = scopeAt(workflow, contextAt(run, node), loopPath);
  const role = step.agentRole ?? workflow.snapshot.agentRole;
  const loop = loopPositionOf(workflow, loopPath, scope);
  const introduction = introductionOf(workflow);
  const requirements = requirementsFor(step, workflow.snapshot);
  const openGaps = gapReminder(run, node);
  return {
    stepId,
    title: fillPlaceholders(step.title, scope),
    position: positionOf(workflow, stepId),
    ...(loop ? { loop: { pass: loop.pass, maxPasses: loop.maxPasses } } : {}),
    ...(role ? { role } : {}),
    ...(introduction ? { introduction } : {}),
    body: [loop?.lastPass ?? '', fillPlaceholders(step.prompt, scope), ...fragmentsFor(step, scope)]
      .filter((part) => part !== '')
      .join('\n\n'),
    ...(requirements ? { requirements } : {}),
    ...(openGaps ? { openGaps } : {}),
    requireConfirmation: confirmationNeeded(step, scope),
  };
};

/** One renderer for every door, so that the same node always reads the same. */
export const renderPending = (
  parts: StepParts,
  options: {
    readonly introduce: boolean;
    /** Said first, instead of the step's own heading. */
    readonly standing?: string | undefined;
    readonly recovery?: string | undefined;
    readonly askFirst: boolean;
    readonly footer: boolean;
  },
): PendingStep => {
  const { stepId, title, position, loop, role, requireConfirmation } = parts;
  const texts = [
    options.standing ?? headingOf(parts),
    role ? `Your role: ${role}` : '',
    options.introduce ? (parts.introduction ?? '') : '',
    parts.body,
    parts.requirements ?? '',
    parts.openGaps ?? '',
    options.askFirst ? ASK_FIRST : '',
    options.footer ? FOOTER : '',
    options.recovery ?? '',
  ];
  return {
    stepId,
    title,
    prompt: texts.filter((text) => text !== '').join('\n\n'),
    requireConfirmation,
    position,
    ...(role ? { agentRole: role } : {}),
    ...(loop ? { loop } : {}),
  };
};

export const positionOf = (workflow: WorkflowIndex, stepId: string): PendingStep['position'] => ({
  step: workflow.orderById.get(stepId) ?? 1,
  of: workflow.orderById.size,
});

/** "Step 4 of 9, pass 2 of 7: Verify" */
export const headingOf = ({ title, position, loop }: Pick<StepParts, 'title' | 'position' | 'loop'>): string =>
  `Step ${position.step} of ${position.of}${loop ? `, pass ${loop.pass} of ${loop.maxPasses}` : ''}: ${title}`;

const confirmationNeeded = ({ requireConfirmation }: CompiledStep, scope: JsonObject): boolean =>
  typeof requireConfirmation === 'boolean' ? requireConfirmation : conditionHolds(requireConfirmation, lookupIn(scope));

const fragmentsFor = (step: CompiledStep, scope: JsonObject): readonly string[] =>
  step.fragments
    .filter(({ when }) => !when || conditionHolds(when, lookupIn(scope)))
    .map(({ text }) => fillPlaceholders(text, scope));

const loopPositionOf = (workflow: WorkflowIndex, path: LoopPath, scope: JsonObject) => {
  const innermost = path.at(-1);
  if (!innermost) return undefined;
  const loop = loopOf(workflow, innermost.loopId);
  const pass = innermost.iteration + 1;
  const counted = itemsOf(loop, scope)?.length ?? countOf(loop, scope);
  const maxPasses = counted === undefined ? loop.maxIterations : Math.max(pass, Math.min(counted, loop.maxIterations));
  const decides = counted === undefined && pass === loop.maxIterations;
  return {
    pass,
    maxPasses,
    lastPass: decides
      ? `This is the last pass of ${loop.title ?? loop.loopId}: decide to leave it when the pass is done.`
      : '',
  };
};

const introductionOf = ({ snapshot }: WorkflowIndex): string =>
  [
    listed('Before you start, make sure that', snapshot.preconditions),
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
