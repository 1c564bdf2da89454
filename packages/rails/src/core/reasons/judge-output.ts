import type { JsonObject } from '@atelier/kernel/core';
import { checkArtifact, isOfKind } from '../builtins/check-artifact.ts';
import type { CompiledStep, ContractPack } from '../compiled.ts';
import type { LoopPath } from '../engine/state.ts';
import type { WorkflowIndex } from '../engine/workflow-index.ts';
import { exampleFor } from '../guidance/examples.ts';
import type { SentOutput } from '../outputs.ts';
import type { TestPattern } from './criteria.ts';
import { judgeNotes } from './criteria.ts';
import type { Reason } from './reason.ts';

export type Validation = {
  readonly contractRef: string;
  readonly valid: boolean;
  readonly issues: readonly string[];
  readonly suggestions: readonly string[];
};

export type OutputVerdict = { readonly reasons: readonly Reason[]; readonly validation?: Validation };

/** A contract always beats criteria: never both. */
export const judgeOutput = (
  workflow: WorkflowIndex,
  step: CompiledStep,
  loopPath: LoopPath,
  output: SentOutput,
  scope: JsonObject,
  testPattern: TestPattern,
): OutputVerdict => {
  const rules = step.output;
  if (!rules) return { reasons: [] };
  const notes = output.notesMarkdown?.trim() ?? '';
  const missingNotes = rules.notesRequired && notes === '' ? [missingNotesReason(step)] : [];
  const pack = rules.contractRef === undefined ? undefined : workflow.packByRef.get(rules.contractRef);
  // Assessments named by the step are judged by their own levels, which say more than the general contract.
  if (pack?.artifactKind === 'wr.assessment' && step.assessmentRefs.length > 0) return { reasons: missingNotes };
  if (pack) {
    const { label, example } = exampleFor(pack, step, workflow.snapshot);
    const shown = `${label && `${label}: `}${JSON.stringify(example)}`;
    const verdict = judgeContract(pack, shown, rules.required, loopPath, output.artifacts ?? []);
    return { ...verdict, reasons: [...missingNotes, ...verdict.reasons] };
  }
  if (!rules.criteria) return { reasons: missingNotes };
  const judged = judgeNotes(rules.criteria, output.notesMarkdown ?? '', scope, testPattern);
  if (judged.kind === 'broken') return { reasons: [...missingNotes, brokenCriteria(step, judged.detail)] };
  const valid = judged.issues.length === 0;
  const ref = 'wr.contracts.validation_criteria';
  return {
    reasons: valid
      ? missingNotes
      : [
          {
            kind: 'invalid_required_output',
            pointer: { kind: 'output_contract', contractRef: ref },
            message: `The notes of step "${step.stepId}" do not meet its requirements: ${judged.issues.join('; ')}`,
            suggestedFix: `Send output.notesMarkdown again so that each of these holds: ${judged.issues.join('; ')}`,
          },
        ],
    validation: { contractRef: ref, valid, issues: judged.issues, suggestions: [] },
  };
};

const judgeContract = (
  pack: ContractPack,
  example: string,
  required: boolean,
  loopPath: LoopPath,
  artifacts: readonly JsonObject[],
): OutputVerdict => {
  const pointer = { kind: 'output_contract' as const, contractRef: pack.contractRef };
  const candidates = artifacts.filter((artifact) => isOfKind(pack, artifact));
  if (candidates.length === 0) {
    if (!required) return { reasons: [] };
    const sent = [...new Set(artifacts.map(({ kind }) => `\`${String(kind)}\``))].sort().join(', ');
    const wrong = sent ? `Sent: ${sent}.` : 'No artifact was sent.';
    return {
      reasons: [
        {
          kind: 'missing_required_output',
          pointer,
          message: `${pack.blockedMessage} ${wrong} Required: \`${pack.artifactKind}\`.`,
          suggestedFix: `Add one object to output.artifacts, for example, ${example}`,
        },
      ],
      validation: {
        contractRef: pack.contractRef,
        valid: false,
        issues: [`no artifact of kind ${pack.artifactKind}`],
        suggestions: [`Send in output.artifacts: ${example}`],
      },
    };
  }
  const issuesOf = (artifact: JsonObject): readonly string[] => [
    ...checkArtifact(pack, artifact).map(({ message }) => message),
    ...wrongLoop(pack, artifact, loopPath),
  ];
  const verdicts = candidates.map(issuesOf);
  if (verdicts.some((issues) => issues.length === 0))
    return { reasons: [], validation: { contractRef: pack.contractRef, valid: true, issues: [], suggestions: [] } };
  const issues = [...new Set(verdicts.flat())].sort();
  return {
    reasons: [
      {
        kind: 'invalid_required_output',
        pointer,
        message: `The \`${pack.artifactKind}\` artifact was sent but does not fit: ${issues.join('; ')}.`,
        suggestedFix: `Send it again with this corrected. Valid: ${example}`,
      },
    ],
    validation: {
      contractRef: pack.contractRef,
      valid: false,
      issues,
      suggestions: [`Valid: ${example}`],
    },
  };
};

const wrongLoop = (pack: ContractPack, artifact: JsonObject, loopPath: LoopPath): readonly string[] => {
  if (pack.artifactKind !== 'wr.loop_control' || typeof artifact.loopId !== 'string') return [];
  const open = loopPath.map(({ loopId }) => loopId);
  return open.includes(artifact.loopId)
    ? []
    : [`\`loopId\` must be \`${open.at(-1) ?? ''}\` (or left out), not \`${artifact.loopId}\``];
};

const missingNotesReason = (step: CompiledStep): Reason => ({
  kind: 'missing_required_notes',
  pointer: { kind: 'workflow_step', stepId: step.stepId },
  message: `Step "${step.stepId}" needs notes and none were sent.`,
  suggestedFix:
    'Send output.notesMarkdown about this step only, for example: {"output":{"notesMarkdown":"**Did** …\\n**Decided** …\\n**Notable** …"}}',
});

const brokenCriteria = (step: CompiledStep, detail: string): Reason => ({
  kind: 'evaluation_error',
  pointer: { kind: 'workflow_step', stepId: step.stepId },
  message: `The rules of step "${step.stepId}" cannot be evaluated: ${detail}. This is a fault of the workflow, not of your output.`,
  suggestedFix: 'Tell the user that the workflow file needs repair; your work is not the cause.',
});
