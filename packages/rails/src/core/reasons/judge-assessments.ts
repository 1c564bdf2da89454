import type { JsonObject } from '@atelier/kernel/core';
import type { AssessmentSpec, CompiledStep } from '../compiled.ts';
import type { WorkflowIndex } from '../engine/workflow-index.ts';
import { assessmentExample } from '../guidance/examples.ts';
import type { Reason } from './reason.ts';

const CONTRACT = 'wr.contracts.assessment';

/** Each assessment the step refers to must come, in its own levels, and no level may ask for more work. */
export const judgeAssessments = (
  workflow: WorkflowIndex,
  step: CompiledStep,
  artifacts: readonly JsonObject[],
): readonly Reason[] =>
  step.assessmentRefs.flatMap((id) => {
    const spec = workflow.snapshot.assessments.find((assessment) => assessment.id === id);
    if (!spec) return [];
    const sent = artifacts.find(({ kind, assessmentId }) => kind === 'wr.assessment' && assessmentId === id);
    return sent ? judgeLevels(step, spec, sent) : [missing(step, spec)];
  });

const judgeLevels = (step: CompiledStep, spec: AssessmentSpec, sent: JsonObject): readonly Reason[] => {
  const levels = (sent.dimensions ?? {}) as { readonly [dimension: string]: unknown };
  const unknown = spec.dimensions.filter(({ id, levels: allowed }) => !allowed.includes(String(levels[id])));
  if (unknown.length > 0) return [invalid(step, spec, unknown)];
  return step.followUps
    .filter(({ forAssessment }) => forAssessment === undefined || forAssessment === spec.id)
    .flatMap((followUp) =>
      spec.dimensions
        .filter(({ id }) => levels[id] === followUp.anyEqualsLevel)
        .map(
          ({ id }): Reason => ({
            kind: 'assessment_followup_required',
            pointer: { kind: 'assessment_dimension', assessmentId: spec.id, dimensionId: id },
            message: `\`${id}\` of assessment "${spec.id}" is \`${followUp.anyEqualsLevel}\`, which asks for more work first.`,
            suggestedFix: `${followUp.guidance} Then send the assessment again with its new level.`,
          }),
        ),
    );
};

const exampleOf = (step: CompiledStep, spec: AssessmentSpec): string => JSON.stringify(assessmentExample(step, spec));

const missing = (step: CompiledStep, spec: AssessmentSpec): Reason => ({
  kind: 'missing_required_output',
  pointer: { kind: 'output_contract', contractRef: `${CONTRACT}:${spec.id}` },
  message: `Assessment "${spec.id}" (${spec.purpose}) was not sent.`,
  suggestedFix: `Add to output.artifacts: ${exampleOf(step, spec)}`,
});

const invalid = (step: CompiledStep, spec: AssessmentSpec, wrong: AssessmentSpec['dimensions']): Reason => ({
  kind: 'invalid_required_output',
  pointer: { kind: 'output_contract', contractRef: `${CONTRACT}:${spec.id}` },
  message: `Assessment "${spec.id}": ${wrong.map(({ id, levels }) => `\`${id}\` must be one of ${levels.join(', ')}`).join('; ')}.`,
  suggestedFix: `For example: ${exampleOf(step, spec)}`,
});
