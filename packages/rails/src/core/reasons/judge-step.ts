import type { JsonObject } from '@atelier/kernel/core';
import type { CompiledStep } from '../compiled.ts';
import { lookupIn } from '../dialect/evaluate-condition.ts';
import type { SentOutput } from '../outputs.ts';
import type { Reason } from './reason.ts';

/** Facts the step needs from outside: context keys and what only a person can give. */
export const judgeNeeds = (step: CompiledStep, context: JsonObject, output: SentOutput): readonly Reason[] => {
  const pointer = { kind: 'workflow_step' as const, stepId: step.stepId };
  const lookup = lookupIn(context);
  const missing: Reason[] = step.requiresContext
    .filter((key) => lookup(key) === undefined)
    .map((key) => ({
      kind: 'missing_context_key',
      pointer: { kind: 'context_key', key },
      message: `Step "${step.stepId}" needs \`${key}\` in the context, and it is not there.`,
      suggestedFix: `Send it with this call: {"context":{${JSON.stringify(key)}: …}}`,
    }));
  const { userDependency: need } = step;
  if (!need) return missing;
  const met =
    need.contextKey === undefined
      ? (output.artifacts ?? []).some(({ kind }) => kind === 'wr.user_input')
      : lookup(need.contextKey) !== undefined;
  if (met) return missing;
  const how =
    need.contextKey === undefined
      ? 'send what they say as an artifact: {"kind":"wr.user_input","answer":"…"}.'
      : `send it as context: {"context":{${JSON.stringify(need.contextKey)}: …}}.`;
  return [
    ...missing,
    {
      kind: 'user_only_dependency',
      userReason: need.reason,
      pointer,
      message: `Step "${step.stepId}" needs something only the user can give (${need.reason}${need.nonAssumable ? `, ${need.nonAssumable}` : ''}).`,
      suggestedFix: `Ask the user; then ${how}`,
    },
  ];
};
