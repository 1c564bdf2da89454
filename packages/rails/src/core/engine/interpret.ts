import type { JsonObject } from '@atelier/kernel/core';
import type { CompiledLoop, RunCondition } from '../compiled.ts';
import { conditionHolds, lookupIn } from '../dialect/evaluate-condition.ts';
import type { TraceEntry } from '../events/bodies.ts';
import type { LoopControl, LoopTrouble } from './loop-decision.ts';
import { decidePass } from './loop-decision.ts';
import { scopeAt } from './scope.ts';
import type { EngineState, Frame, Work } from './state.ts';
import { createTrace } from './trace.ts';
import type { WorkflowIndex } from './workflow-index.ts';
import { loopOf, positionId } from './workflow-index.ts';

export type Interpretation = {
  readonly workflow: WorkflowIndex;
  readonly state: EngineState;
  readonly context: JsonObject;
  /** The decision for a loop: this call's, else one recorded in the same pass. */
  readonly controlFor: (loopId: string) => LoopControl | undefined;
};

/** `troubles` are what a blocking mode refuses for; `state` is where a run that never stops goes in spite of them. */
export type Interpreted = {
  readonly state: EngineState;
  readonly trace: readonly TraceEntry[];
  readonly troubles: readonly LoopTrouble[];
};

const MAX_SELECTIONS = 10_000;

/** Pure: the finished step and the facts in, the next step out. Forward only; a skipped step stays skipped. */
export const interpret = ({ workflow, state, context, controlFor }: Interpretation): Interpreted => {
  if (state.kind === 'complete') throw new Error('a complete run has no next step');
  const trace = createTrace();
  const troubles: LoopTrouble[] = [];
  const stack: Frame[] = state.kind === 'init' ? [] : state.loopStack.map((frame) => ({ ...frame }));
  const inFrame: number[][] = state.kind === 'init' ? [] : state.completed.inFrame.map((done) => [...done]);
  let upTo = state.kind === 'init' ? -1 : state.completed.upTo;

  const finish = (id: string): void => {
    const top = stack.at(-1);
    if (top) inFrame.at(-1)?.push(top.bodyIndex);
    else upTo = workflow.topIndexById.get(id) ?? upTo;
  };
  const leaveLoop = (loop: CompiledLoop): void => {
    stack.pop();
    inFrame.pop();
    finish(`loop:${loop.loopId}`);
  };
  const scope = (): JsonObject => scopeAt(workflow, context, stack);

  /** Before the first pass (`begun` 0) and after each. True when a pass begins. */
  const askForPass = (loop: CompiledLoop, begun: number): boolean => {
    const verdict = decidePass(loop, begun, scope(), begun === 0 ? undefined : controlFor(loop.loopId));
    trace.evaluated(verdict.because, loop.loopId, begun, verdict.conditionId);
    if (verdict.kind === 'trouble') troubles.push(verdict.trouble);
    if (verdict.kind === 'pass') return true;
    trace.exited(loop.loopId, begun);
    return false;
  };

  if (state.kind !== 'init' && state.pending.kind === 'some') finish(state.pending.step.stepId);

  for (let selections = 0; selections < MAX_SELECTIONS; selections += 1) {
    const frame = stack.at(-1);
    const positions = frame ? loopOf(workflow, frame.loopId).body : workflow.snapshot.sequence;
    const done = inFrame.at(-1) ?? [];
    let index = frame ? frame.bodyIndex : upTo + 1;
    while (index < positions.length && (done.includes(index) || !runs(workflow, positions[index], scope(), trace)))
      index += 1;
    const position = positions[index];

    if (!position) {
      if (!frame) return { state: { kind: 'complete' }, trace: trace.entries(), troubles };
      const loop = loopOf(workflow, frame.loopId);
      if (askForPass(loop, frame.iteration + 1)) {
        stack[stack.length - 1] = { loopId: frame.loopId, iteration: frame.iteration + 1, bodyIndex: 0 };
        inFrame[inFrame.length - 1] = [];
      } else leaveLoop(loop);
      continue;
    }

    if (frame) frame.bodyIndex = index;
    if (position.kind === 'step') {
      trace.selected(position.stepId);
      const work: Work = {
        completed: { upTo, inFrame },
        loopStack: stack,
        pending: {
          kind: 'some',
          step: { stepId: position.stepId, loopPath: stack.map(({ loopId, iteration }) => ({ loopId, iteration })) },
        },
      };
      return { state: { kind: 'running', ...work }, trace: trace.entries(), troubles };
    }

    const loop = loopOf(workflow, position.loopId);
    trace.entered(loop.loopId);
    if (askForPass(loop, 0)) {
      stack.push({ loopId: loop.loopId, iteration: 0, bodyIndex: 0 });
      inFrame.push([]);
    } else finish(positionId(position));
  }
  throw new Error(`no step found after ${MAX_SELECTIONS} selections`);
};

const runs = (
  workflow: WorkflowIndex,
  position: WorkflowIndex['snapshot']['sequence'][number] | undefined,
  scope: JsonObject,
  trace: ReturnType<typeof createTrace>,
): boolean => {
  if (!position) return false;
  const step = position.kind === 'step' ? workflow.stepById.get(position.stepId) : undefined;
  const condition =
    step?.runCondition ?? (position.kind === 'loop' ? loopOf(workflow, position.loopId).runCondition : undefined);
  if (!condition) return true;
  const holds = evaluate(condition, scope);
  trace.asked(position.kind === 'step' ? position.stepId : position.loopId, position.kind, condition, holds);
  return holds;
};

const evaluate = (condition: RunCondition, scope: JsonObject): boolean =>
  condition.kind === 'fixed' ? condition.holds : conditionHolds(condition.condition, lookupIn(scope));
