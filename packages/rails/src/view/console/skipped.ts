import type { Position } from '../../core/compiled.ts';
import { positionId, type WorkflowIndex } from '../../core/engine/workflow-index.ts';
import type { StepInstance } from './step-instance.ts';

export type SkippedStep = { readonly stepId: string; readonly title: string };

/**
 * What a run passed over between two steps: only what has a condition can be passed over, so the order of the
 * workflow and the two places tell it without asking any condition again. Null stands for before the first step
 * and for after the last.
 */
export const skippedBetween = (
  workflow: WorkflowIndex,
  from: StepInstance | null,
  to: StepInstance | null,
): readonly SkippedStep[] => {
  const shared = sharedDepth(from, to);
  const left = from ? framesOf(workflow, from) : [];
  const entered = to ? framesOf(workflow, to) : [];
  const frame = entered[shared]?.body ?? left[shared]?.body ?? workflow.snapshot.sequence;
  const start = left[shared]?.index ?? -1;
  const end = to ? (entered[shared]?.index ?? start) : frame.length;
  const passed = [
    ...left.slice(shared + 1).flatMap(({ body, index }) => body.slice(index + 1)),
    ...frame.slice(start + 1, Math.max(end, start + 1)),
    ...entered.slice(shared + 1).flatMap(({ body, index }) => body.slice(0, index)),
  ];
  return passed.flatMap((position) => describe(workflow, position));
};

type Frame = { readonly body: readonly Position[]; readonly index: number };

const framesOf = (workflow: WorkflowIndex, { stepId, loops }: StepInstance): readonly Frame[] => {
  const frames: Frame[] = [];
  let body: readonly Position[] = workflow.snapshot.sequence;
  for (const { loopId } of loops) {
    frames.push({ body, index: indexIn(body, `loop:${loopId}`) });
    body = workflow.loopById.get(loopId)?.body ?? [];
  }
  return [...frames, { body, index: indexIn(body, stepId) }];
};

const indexIn = (body: readonly Position[], id: string): number =>
  body.findIndex((position) => positionId(position) === id);

const sharedDepth = (from: StepInstance | null, to: StepInstance | null): number => {
  let depth = 0;
  for (;;) {
    const a = from?.loops[depth];
    const b = to?.loops[depth];
    if (!a || !b || a.loopId !== b.loopId || a.pass !== b.pass) return depth;
    depth += 1;
  }
};

const describe = (workflow: WorkflowIndex, position: Position): readonly SkippedStep[] => {
  if (position.kind === 'loop') {
    const loop = workflow.loopById.get(position.loopId);
    return [{ stepId: position.loopId, title: loop?.title ?? position.loopId }];
  }
  const step = workflow.stepById.get(position.stepId);
  return step?.runCondition ? [{ stepId: step.stepId, title: step.title }] : [];
};
