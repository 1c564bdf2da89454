import type { Builtins } from '../../builtins/builtins.ts';
import { ASSESSMENT, CAPABILITY_OBSERVATION, LOOP_CONTROL } from '../../builtins/contracts.ts';
import type { ContractPack } from '../../compiled.ts';
import { byCodeUnit } from '../../ids.ts';
import { loopsOf, mapSteps, stepsOf, type WorkflowInProgress } from '../in-progress.ts';
import { didYouMean, pickOne } from '../nearest.ts';
import type { Report } from '../problem.ts';

/** Checks every contract and assessment a step names; a contract beats criteria on notes. */
export const checkContracts = (
  workflowNow: WorkflowInProgress,
  builtins: Builtins,
  report: Report,
): WorkflowInProgress => {
  const assessmentIds = (workflowNow.workflow.assessments ?? []).map(({ id }) => id);
  return mapSteps(workflowNow, (step) => {
    const { source, pointer } = step;
    const ref = source.output?.contractRef;
    if (ref !== undefined && !builtins.contracts.has(ref))
      report.error(
        'UNKNOWN_CONTRACT',
        `${pointer}/output/contractRef`,
        `There is no contract \`${ref}\`.`,
        pickOne(ref, builtins.contracts.keys()),
      );
    const followed = (source.followUps ?? []).flatMap(({ forAssessment }) => forAssessment ?? []);
    for (const id of new Set([...(source.assessmentRefs ?? []), ...followed]))
      if (!assessmentIds.includes(id))
        report.error(
          'UNKNOWN_ASSESSMENT',
          `${pointer}/assessmentRefs`,
          `There is no assessment \`${id}\`.`,
          didYouMean(id, assessmentIds, `Declare \`${id}\` in \`assessments\`.`),
        );
    if (source.output?.contractRef === undefined || source.output.validationCriteria === undefined) return step;
    report.warn(
      'legacy_dialect',
      `${pointer}/output/validationCriteria`,
      'The step has an output contract, so its criteria on notes are not used.',
    );
    const { validationCriteria: _, ...output } = source.output;
    return { ...step, source: { ...source, output } };
  });
};

/**
 * The packs a run may need: those its steps name, and those an agent may send at any step. A pinned run
 * has no other place to look them up.
 */
export const contractsOf = (workflowNow: WorkflowInProgress, builtins: Builtins): ContractPack[] => {
  const steps = stepsOf(workflowNow.nodes);
  const refs = new Set([CAPABILITY_OBSERVATION, 'wr.contracts.workflow_divergence']);
  for (const { step } of steps) if (step.source.output?.contractRef) refs.add(step.source.output.contractRef);
  if (loopsOf(workflowNow.nodes).length > 0) refs.add(LOOP_CONTROL);
  if (steps.some(({ step }) => step.source.assessmentRefs?.length)) refs.add(ASSESSMENT);
  return [...refs].sort(byCodeUnit).flatMap((ref) => builtins.contracts.get(ref)?.pack ?? []);
};
