import type { JsonObject } from '@atelier/kernel/core';
import { budgets } from '../budgets.ts';
import type { Capability, CompiledStep } from '../compiled.ts';
import type { WorkflowIndex } from '../engine/workflow-index.ts';
import type { BodyOf, CapabilityObservation } from '../events/bodies.ts';
import { DivergenceReason } from '../events/bodies.ts';
import type { Warning } from '../events/warning.ts';
import { truncate } from '../text.ts';
import type { Reason } from './reason.ts';

export type Observed = Omit<CapabilityObservation, 'capObsId'>;
export type Diverged = Omit<BodyOf<'divergence_recorded'>, 'divergenceId'>;

/**
 * What the artifacts say about the agent's abilities. How sure we are is derived here, never sent: a result counts
 * as a trial, a bare status is a claim, and a claim neither unlocks nor blocks.
 */
export const observationsIn = (step: CompiledStep, artifacts: readonly JsonObject[]): readonly Observed[] =>
  artifacts.flatMap((artifact): readonly Observed[] => {
    if (artifact.kind !== 'wr.capability_observation') return [];
    const { capability, status } = artifact;
    if (capability !== 'delegation' && capability !== 'web_browsing') return [];
    if (status !== 'available' && status !== 'unavailable') return [];
    const result = artifact.result === 'success' || artifact.result === 'failure' ? artifact.result : undefined;
    return [{ capability, status, provenance: provenanceOf(step, capability, result, artifact) }];
  });

const provenanceOf = (
  step: CompiledStep,
  capability: Capability,
  result: 'success' | 'failure' | undefined,
  artifact: JsonObject,
): Observed['provenance'] => {
  // A failed trial that claims success, or the reverse, proves nothing.
  const agrees = result === (artifact.status === 'available' ? 'success' : 'failure');
  if (result === undefined || !agrees)
    return {
      kind: 'manual_claim',
      enforcementGrade: 'weak',
      detail: {
        claimedBy: artifact.claimedBy === 'user' ? 'user' : 'agent',
        claim: truncate(String(artifact.detail ?? artifact.status), budgets.summaryBytes, '…'),
      },
    };
  if (step.probe?.capability === capability)
    return {
      kind: 'probe_step',
      enforcementGrade: 'strong',
      detail: { probeTemplateId: step.probe.templateId, probeStepId: step.stepId, result },
    };
  return {
    kind: 'attempted_use',
    enforcementGrade: 'strong',
    detail: {
      attemptContext: 'workflow_step',
      result,
      ...(result === 'failure' ? { failureCode: failureCodeOf(artifact.failureCode) } : {}),
    },
  };
};

const failureCodeOf = (code: unknown): 'tool_missing' | 'tool_error' | 'policy_blocked' | 'unknown' =>
  code === 'tool_missing' || code === 'tool_error' || code === 'policy_blocked' ? code : 'unknown';

export type CapabilityVerdict = { readonly reasons: readonly Reason[]; readonly warnings: readonly Warning[] };

/** Judged where something was tried or should have been: at a probe, and wherever a trial is reported. */
export const judgeCapabilities = (
  workflow: WorkflowIndex,
  step: CompiledStep,
  observed: readonly Observed[],
): CapabilityVerdict => {
  const reasons: Reason[] = [];
  const warnings: Warning[] = [];
  const strong = new Map(
    observed
      .filter(({ provenance }) => provenance.enforcementGrade === 'strong')
      .map(({ capability, status }) => [capability, status] as const),
  );
  const asked = new Set([...strong.keys(), ...(step.probe ? [step.probe.capability] : [])]);
  for (const capability of [...asked].sort()) {
    const need = workflow.snapshot.capabilities[capability] ?? step.probe?.need;
    const status = strong.get(capability);
    const claimed = observed.some((observation) => observation.capability === capability && status === undefined);
    if (need === 'required' && status === undefined && (claimed || step.probe?.capability === capability))
      reasons.push(unknownCapability(capability, claimed));
    if (need === 'required' && status === 'unavailable') reasons.push(unavailableCapability(capability));
    if (need === 'preferred' && status === 'unavailable')
      warnings.push({
        code: 'CAPABILITY_DEGRADED',
        message: `${capability} is not available; do this part in sequence, without it, and say so in the notes.`,
      });
  }
  return { reasons, warnings };
};

const unknownCapability = (capability: Capability, claimed: boolean): Reason => ({
  kind: 'required_capability_unknown',
  pointer: { kind: 'capability', capability },
  message: `This workflow needs ${capability}. ${claimed ? 'A claim is not enough: it has to be tried.' : 'It was not tried.'}`,
  suggestedFix: `Try it once and report what you saw: "status":"available" with "result":"success", or "status":"unavailable" with "result":"failure".`,
});

const unavailableCapability = (capability: Capability): Reason => ({
  kind: 'required_capability_unavailable',
  pointer: { kind: 'capability', capability },
  message: `This workflow needs ${capability}, and the trial failed.`,
  suggestedFix: `Ask the user to make ${capability} available to you (add or allow the tool); then call continue_workflow with the state token alone and try again. A riskPolicy of aggressive goes on without it.`,
});

export const divergencesIn = (artifacts: readonly JsonObject[]): readonly Diverged[] =>
  artifacts.flatMap((artifact): readonly Diverged[] => {
    if (artifact.kind !== 'wr.workflow_divergence' && artifact.kind !== 'workflow_divergence') return [];
    const reason = DivergenceReason.safeParse(artifact.reason);
    if (!reason.success) return [];
    return [
      {
        reason: reason.data,
        summary: truncate(String(artifact.summary ?? ''), budgets.summaryBytes, '…'),
        ...(typeof artifact.relatedStepId === 'string' ? { relatedStepId: artifact.relatedStepId } : {}),
      },
    ];
  });
