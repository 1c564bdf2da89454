import type { RunConditionSource } from '../../authoring/step-source.ts';
import { loopsOf, stepsOf, type WorkflowInProgress } from '../in-progress.ts';
import { didYouMean } from '../nearest.ts';
import type { Report } from '../problem.ts';

/** Ids that must be unique, names that must exist, steps that must be able to run. */
export const checkStructure = (workflowNow: WorkflowInProgress, report: Report): WorkflowInProgress => {
  const steps = stepsOf(workflowNow.nodes);
  const loops = loopsOf(workflowNow.nodes);

  const seenSteps = new Set<string>();
  for (const { step } of steps) {
    const { id } = step.source;
    if (seenSteps.has(id))
      report.error(
        'DUPLICATE_STEP_ID',
        step.provenance.source === 'authored' ? `${step.pointer}/id` : step.pointer,
        `The step id \`${id}\` is used twice.`,
        step.provenance.source === 'template_injected'
          ? 'Give each template call an `id` of its own.'
          : 'Rename one of the steps.',
      );
    seenSteps.add(id);
  }
  const seenLoops = new Set<string>();
  for (const { source, pointer } of loops) {
    if (seenLoops.has(source.loopId))
      report.error(
        'DUPLICATE_LOOP_ID',
        `${pointer}/loopId`,
        `The loop id \`${source.loopId}\` is used twice.`,
        'Rename one of the loops.',
      );
    seenLoops.add(source.loopId);
  }

  const kindById = new Map(workflowNow.conditions.map(({ id, kind }) => [id, kind]));
  if (kindById.size < workflowNow.conditions.length)
    report.error('SCHEMA_INVALID', '/conditions', 'Two conditions have the same id.', 'Rename one of them.');
  const used = new Set<string>();
  const unknown = (conditionId: string, pointer: string) =>
    report.error(
      'UNKNOWN_CONDITION',
      pointer,
      `There is no condition \`${conditionId}\`.`,
      didYouMean(conditionId, kindById.keys(), `Declare \`${conditionId}\` in \`conditions\`.`),
    );
  for (const { source, pointer } of loops) {
    if (source.while.kind === 'condition_ref') {
      used.add(source.while.conditionId);
      if (!kindById.has(source.while.conditionId)) unknown(source.while.conditionId, `${pointer}/while/conditionId`);
    }
  }
  const checkRunCondition = (condition: RunConditionSource | undefined, pointer: string, what: string) => {
    if (condition?.kind !== 'condition_ref') return;
    used.add(condition.conditionId);
    const kind = kindById.get(condition.conditionId);
    if (!kind) return unknown(condition.conditionId, `${pointer}/runCondition/conditionId`);
    if (kind === 'loop_control')
      report.error(
        'UNKNOWN_CONDITION',
        `${pointer}/runCondition/conditionId`,
        `\`${condition.conditionId}\` is decided by an artifact at the end of a loop’s pass, so it cannot decide whether a step runs.`,
        'Use a condition of kind always_true or always_false, or remove `runCondition`.',
      );
    if (kind === 'always_false')
      report.error(
        'UNREACHABLE_STEP',
        pointer,
        `${what} can never run: its condition is always false.`,
        'Remove it, or its `runCondition`.',
      );
  };
  for (const { step } of steps)
    checkRunCondition(step.source.runCondition, step.pointer, `The step \`${step.source.id}\``);
  for (const { source, pointer } of loops)
    checkRunCondition(source.runCondition, pointer, `The loop \`${source.loopId}\``);

  workflowNow.workflow.conditions?.forEach(({ id }, index) => {
    if (!used.has(id))
      report.warn('unused_condition', `/conditions/${index}`, `The condition \`${id}\` is never used.`);
  });
  return workflowNow;
};
