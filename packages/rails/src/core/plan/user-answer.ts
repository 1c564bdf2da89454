import type { Json, JsonObject } from '@atelier/kernel/core';
import type { CompiledStep } from '../compiled.ts';
import { lookupIn } from '../dialect/evaluate-condition.ts';
import type { UserAnswer } from '../guidance/user-question.ts';
import type { SentOutput } from '../outputs.ts';

type Sent = { readonly context?: JsonObject | undefined; readonly output?: SentOutput | undefined };

/** The call as if the agent had sent the answer itself: it is recorded with the step, and only then counts. */
export const withAnswer = (sent: Sent, step: CompiledStep, known: JsonObject, answer: UserAnswer | undefined): Sent => {
  const need = step.userDependency;
  if (answer === undefined || !need) return sent;
  if (need.contextKey === undefined) {
    const artifacts = sent.output?.artifacts ?? [];
    if (artifacts.some(({ kind }) => kind === 'wr.user_input')) return sent;
    return { ...sent, output: { ...sent.output, artifacts: [...artifacts, { kind: 'wr.user_input', answer }] } };
  }
  const now = { ...known, ...sent.context };
  if (lookupIn(now)(need.contextKey) !== undefined) return sent;
  const [top = '', ...rest] = need.contextKey.split('.');
  return { ...sent, context: { ...sent.context, [top]: placed(now[top], rest, answer) } };
};

const placed = (value: Json | undefined, [key, ...rest]: readonly string[], answer: UserAnswer): Json => {
  if (key === undefined) return answer;
  const object = value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};
  return { ...object, [key]: placed(object[key], rest, answer) };
};
