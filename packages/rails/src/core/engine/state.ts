import { z } from 'zod';
import { idOf } from '../events/scalars.ts';
import { Blockers } from '../reasons/blocker.ts';

/** One open loop: which, which pass (from 0), and where in its body the next look begins. */
export const Frame = z.strictObject({
  loopId: z.string(),
  iteration: z.int().nonnegative(),
  bodyIndex: z.int().nonnegative(),
});
export type Frame = z.infer<typeof Frame>;

/** Which pass of which loops a step stands in, outermost first. */
export const LoopPath = z.array(z.strictObject({ loopId: z.string(), iteration: z.int().nonnegative() }));
export type LoopPath = z.infer<typeof LoopPath>;

/**
 * What is finished, without a list that grows: the last finished top-level position (-1 = none) and, per open loop,
 * the finished body positions of its current pass. Earlier passes and steps are implied.
 */
export const Completed = z.strictObject({
  upTo: z.int().min(-1),
  inFrame: z.array(z.array(z.int().nonnegative())),
});
export type Completed = z.infer<typeof Completed>;

export const Pending = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('some'),
    step: z.strictObject({ stepId: z.string(), loopPath: LoopPath }),
  }),
]);
export type Pending = z.infer<typeof Pending>;

const validationRef = idOf('val').optional();
export const Blocked = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('retryable_block'),
    reason: z.string(),
    retryAttemptId: idOf('attempt'),
    validationRef,
    blockers: Blockers,
  }),
  z.strictObject({ kind: z.literal('terminal_block'), reason: z.string(), validationRef, blockers: Blockers }),
]);
export type Blocked = z.infer<typeof Blocked>;

const work = { completed: Completed, loopStack: z.array(Frame), pending: Pending };

export const EngineState = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('init') }),
    z.strictObject({ kind: z.literal('running'), ...work }),
    z.strictObject({ kind: z.literal('blocked'), ...work, blocked: Blocked }),
    z.strictObject({ kind: z.literal('complete') }),
  ])
  .superRefine((state, context) => {
    for (const message of flawsOf(state)) context.addIssue({ code: 'custom', message });
  });
export type EngineState = z.infer<typeof EngineState>;
export type Work = Pick<Extract<EngineState, { kind: 'running' }>, 'completed' | 'loopStack' | 'pending'>;

export const ExecutionSnapshot = z.strictObject({
  v: z.literal(1),
  kind: z.literal('execution_snapshot'),
  enginePayload: z.strictObject({ v: z.literal(1), engineState: EngineState }),
});
export type ExecutionSnapshot = z.infer<typeof ExecutionSnapshot>;

export const snapshotOf = (engineState: EngineState): ExecutionSnapshot => ({
  v: 1,
  kind: 'execution_snapshot',
  enginePayload: { v: 1, engineState },
});

/** `stepId`, or `outer@0/inner@2::stepId` inside loops. */
export const stepKey = (stepId: string, path: LoopPath): string =>
  path.length === 0 ? stepId : `${loopPathKey(path)}::${stepId}`;

export const loopPathKey = (path: LoopPath): string =>
  path.map(({ loopId, iteration }) => `${loopId}@${iteration}`).join('/');

export const pendingKey = (state: EngineState): string | null =>
  (state.kind === 'running' || state.kind === 'blocked') && state.pending.kind === 'some'
    ? stepKey(state.pending.step.stepId, state.pending.step.loopPath)
    : null;

/** Why a state could not have come about; empty for a sound one. */
export const flawsOf = (state: EngineState): readonly string[] =>
  state.kind === 'init' || state.kind === 'complete' ? [] : impossibilities(state);

const impossibilities = ({ completed, loopStack, pending }: Work): readonly string[] => {
  const found: string[] = [];
  if (pending.kind === 'none') found.push('a run that is not complete waits for a step');
  if (new Set(loopStack.map(({ loopId }) => loopId)).size !== loopStack.length) found.push('a loop is open twice');
  if (completed.inFrame.length !== loopStack.length) found.push('finished positions do not match the open loops');
  loopStack.forEach((frame, depth) => {
    const done = completed.inFrame[depth] ?? [];
    if (done.includes(frame.bodyIndex)) found.push('the pending position is finished already');
    if (done.some((index, at) => at > 0 && index <= (done[at - 1] ?? -1)))
      found.push('finished positions not ascending');
  });
  if (pending.kind === 'some' && loopPathKey(pending.step.loopPath) !== loopPathKey(loopStack))
    found.push('the pending step is not in the open loops');
  return found;
};
