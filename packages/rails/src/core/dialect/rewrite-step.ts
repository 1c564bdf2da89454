import type { Json, JsonObject } from '@atelier/kernel/core';
import { rewriteCondition, rewriteRunCondition } from './data-condition.ts';
import { isObject, moveToMetadata, type OpenJson, pointerTo, type Rewriter } from './rewriter.ts';
import { rewriteCriteria } from './validation-criteria.ts';

const KEPT = ['askForFiles', 'hasValidation', 'modelTier', 'functionCalls', 'expectedOutput', 'notesOptional'];

/** A plain step: every field of the dialect that has a canonical place is moved there. */
export const rewriteStep = (raw: JsonObject, at: string, rewriter: Rewriter): OpenJson => {
  const step: OpenJson = { ...raw };
  const said = (key: string, message: string) => rewriter.warn(pointerTo(at, key), message);

  if (isObject(step.outputContract)) {
    const output = isObject(step.output) ? step.output : {};
    step.output = rewriter.from(pointerTo(at, 'outputContract'), { ...output, ...step.outputContract });
    delete step.outputContract;
    said('outputContract', '`outputContract` is read as `output`.');
  }
  if (step.validationCriteria !== undefined) {
    const output = isObject(step.output) ? step.output : {};
    step.output = { ...output, validationCriteria: rewriteCriteria(step.validationCriteria) };
    delete step.validationCriteria;
    said('validationCriteria', '`validationCriteria` judges words in notes; an output contract judges evidence.');
  }
  if (isObject(step.runCondition) && !('kind' in step.runCondition)) {
    step.runCondition = rewriteRunCondition(step.runCondition);
    said('runCondition', 'The condition reads context.');
  }
  if (isObject(step.requireConfirmation) && !('op' in step.requireConfirmation)) {
    step.requireConfirmation = rewriteConfirmation(step.requireConfirmation);
    said('requireConfirmation', 'The condition reads context.');
  }
  if (Array.isArray(step.promptFragments))
    step.promptFragments = step.promptFragments.map((fragment) =>
      isObject(fragment) && fragment.when !== undefined
        ? { ...fragment, when: rewriteCondition(fragment.when) }
        : fragment,
    );
  if (Array.isArray(step.functionReferences)) step.functionReferences = step.functionReferences.map(plainName);
  if (Array.isArray(step.assessmentConsequences)) {
    step.followUps = step.assessmentConsequences.map(followUp);
    delete step.assessmentConsequences;
    said('assessmentConsequences', '`assessmentConsequences` is read as `followUps`.');
  }
  rewriteChecks(step, said);
  moveToMetadata(step, KEPT, at, rewriter);
  return rewriter.from(at, step);
};

const rewriteConfirmation = (raw: JsonObject): Json => {
  if (raw.kind === undefined) return rewriteCondition(raw);
  return raw.condition === undefined ? true : rewriteCondition(raw.condition);
};

export const plainName = (reference: Json): Json =>
  typeof reference === 'string' ? reference.replace(/\(\)$/, '') : reference;

const followUp = (raw: Json): Json => {
  if (!isObject(raw) || !isObject(raw.when)) return raw;
  const effect = isObject(raw.effect) ? raw.effect : {};
  return { ...raw.when, guidance: effect.guidance ?? 'Look again, then send the assessment with what changed.' };
};

const rewriteChecks = (step: OpenJson, said: (key: string, message: string) => void): void => {
  const { verification, audit } = step;
  if (isObject(verification) && ('command' in verification || verification.prompt === undefined)) {
    const run =
      verification.command === undefined ? [] : [`Run \`${String(verification.command)}\` and read its output.`];
    step.verification = { prompt: [...run, ...textOf(verification.prompt)].join('\n\n') || DEFAULT_VERIFICATION };
    said('verification', '`verification` becomes a step of its own.');
  }
  if (isObject(audit) && ('rubric' in audit || audit.prompt === undefined)) {
    const rubric = Array.isArray(audit.rubric)
      ? audit.rubric.map((line) => `- ${String(line)}`).join('\n')
      : audit.rubric;
    step.audit = { prompt: [...textOf(audit.prompt), ...textOf(rubric)].join('\n\n') || DEFAULT_AUDIT };
    said('audit', '`audit` becomes a step of its own.');
  }
};

const DEFAULT_VERIFICATION = 'Check the result of the step before, by running it rather than by reading it.';
const DEFAULT_AUDIT = 'Look at the result of the step before as a sceptical reviewer, and say what does not hold.';
const textOf = (value: Json | undefined): string[] => (typeof value === 'string' && value !== '' ? [value] : []);

/** `templateCall` as a field of a step becomes a step type of its own. */
export const rewriteTemplateCall = (raw: JsonObject, call: JsonObject, at: string, rewriter: Rewriter): OpenJson => {
  rewriter.warn(
    pointerTo(at, 'templateCall'),
    '`templateCall` is read as a step of type `template_call`; the step’s own title and settings have no effect.',
  );
  const step: OpenJson = { type: 'template_call', ...(raw.id === undefined ? {} : { id: raw.id }), ...call };
  if (raw.runCondition !== undefined) step.runCondition = rewriteRunCondition(raw.runCondition);
  return rewriter.from(at, step);
};

/** `type:"parallel"` becomes one step that lists what to delegate. */
export const rewriteParallel = (raw: JsonObject, at: string, rewriter: Rewriter): OpenJson => {
  const { type: _, parallelDelegations, synthesis, ...rest } = raw;
  rewriter.warn(pointerTo(at, 'parallelDelegations'), '`parallelDelegations` is read as `parallel.delegations`.');
  const delegations = Array.isArray(parallelDelegations) ? parallelDelegations.map(delegation) : [];
  const bringTogether = isObject(synthesis) ? { synthesis: synthesisOf(synthesis) } : {};
  return rewriteStep({ ...rest, parallel: { delegations, ...bringTogether } }, at, rewriter);
};

const synthesisOf = (raw: JsonObject): OpenJson => ({
  prompt: raw.prompt ?? 'Bring the findings of the delegated work together; say where they disagree and decide.',
  ...(isObject(raw.outputContract) ? { output: raw.outputContract } : {}),
});

const delegation = (raw: Json): Json => {
  if (!isObject(raw)) return raw;
  const title = String(raw.workflowId ?? raw.goal ?? 'Delegated work');
  const lines = [
    ...(raw.workflowId === undefined ? [] : [`Run the workflow \`${String(raw.workflowId)}\`.`]),
    ...textOf(raw.goal),
    ...(isObject(raw.args) ? Object.entries(raw.args).map(([name, value]) => `- ${name}: ${shown(value)}`) : []),
    ...(isObject(raw.contextMapping)
      ? Object.entries(raw.contextMapping).map(([name, key]) => `- ${name}: {{${String(key)}}}`)
      : []),
  ];
  const when = raw.runCondition === undefined ? {} : { when: rewriteCondition(raw.runCondition) };
  return { title, prompt: lines.join('\n') || title, ...when };
};

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
