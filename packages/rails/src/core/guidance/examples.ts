import type { JsonObject } from '@atelier/kernel/core';
import { CAPABILITY_OBSERVATION, LOOP_CONTROL } from '../builtins/contracts.ts';
import type { AssessmentSpec, CompiledStep, CompiledWorkflowSnapshotV1, ContractPack } from '../compiled.ts';

type Tables = Pick<CompiledWorkflowSnapshotV1, 'loops'>;

/**
 * What may be sent, made true for this very step: an agent copies what it sees. Told before the work and after a
 * refusal alike. Where it decides something, its label says what.
 */
export const exampleFor = (
  pack: ContractPack,
  step: CompiledStep,
  { loops }: Tables,
): { readonly label: string; readonly example: JsonObject } => {
  if (pack.contractRef === LOOP_CONTROL) {
    const loop = loops.find(({ source }) => source.kind === 'loop_control' && source.decisionStepId === step.stepId);
    return { label: 'to leave the loop', example: loop ? { ...pack.example, loopId: loop.loopId } : pack.example };
  }
  if (pack.contractRef === CAPABILITY_OBSERVATION && step.probe)
    return { label: 'where it worked', example: { ...pack.example, capability: step.probe.capability } };
  return { label: '', example: pack.example };
};

/** Levels that ask for no more work, where there are such. */
export const assessmentExample = (step: CompiledStep, { id, dimensions }: AssessmentSpec): JsonObject => ({
  kind: 'wr.assessment',
  assessmentId: id,
  dimensions: Object.fromEntries(dimensions.map((dimension) => [dimension.id, passing(step, id, dimension.levels)])),
});

const passing = (step: CompiledStep, assessmentId: string, levels: readonly string[]): string => {
  const asking = step.followUps.filter(
    ({ forAssessment }) => forAssessment === undefined || forAssessment === assessmentId,
  );
  return levels.find((level) => !asking.some(({ anyEqualsLevel }) => anyEqualsLevel === level)) ?? levels[0] ?? '';
};
