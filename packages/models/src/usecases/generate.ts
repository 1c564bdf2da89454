import { err, ok, type Result } from '@atelier/kernel/core';
import type { z } from 'zod';
import { heardBytes, lostUsage, usedBy } from '../core/attempt.ts';
import type { ChatMessage, ChatRequest, Usage } from '../core/chat.ts';
import { addUsage, noUsage } from '../core/chat.ts';
import { closedSchema } from '../core/closed-schema.ts';
import type { Effort } from '../core/effort.ts';
import type { AnswerIssue, ModelFailure } from '../core/failure.ts';
import { costOf } from '../core/price.ts';
import type { Sampling } from '../core/sampling.ts';
import type { ChatTask } from '../core/task.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { type RetryDeps, streamWithRetry } from './stream-with-retry.ts';

export type GenerateOptions<Shape extends z.ZodType> = {
  /** Guarded: it asks for consent and keeps the ledger. */
  readonly model: ChatModel;
  readonly name: string;
  /** Closed, with everything required: providers hold a model to nothing else. */
  readonly schema: Shape;
  readonly messages: readonly ChatMessage[];
  readonly signal: AbortSignal;
  /** For everything: waits, the answer and its repair. */
  readonly deadlineMs: number;
  readonly effort?: Effort;
  readonly maxOutputTokens?: number;
  readonly sampling?: Sampling;
  readonly task?: ChatTask;
  /** Told what was written up to now, again from nothing when an answer starts over. */
  readonly onText?: (soFar: string) => void;
};

/** What it cost stands with either end: a caller has a meter too. */
export type Spent = { readonly usage: Usage; readonly cost: number | undefined; readonly isEstimate: boolean };
export type Generated<T> = { readonly value: T } & Spent;
export type GenerateFailed = { readonly failure: ModelFailure } & Spent;

/** One answer of a given form. An answer that does not fit is sent back once with what is wrong with it. */
export const createGenerate = (deps: RetryDeps) => {
  const stream = streamWithRetry(deps);

  return async <Shape extends z.ZodType>(
    options: GenerateOptions<Shape>,
  ): Promise<Result<Generated<z.infer<Shape>>, GenerateFailed>> => {
    const { model, schema, name, signal } = options;
    const deadline = AbortSignal.timeout(options.deadlineMs);
    const either = AbortSignal.any([signal, deadline]);
    const output = { name, schema: closedSchema(schema) };
    let spent: Spent = { usage: noUsage, cost: 0, isEstimate: false };
    const spend = (usage: Usage, isEstimate: boolean): void => {
      const cost = costOf(usage, model.entry.price);
      spent = {
        usage: addUsage(spent.usage, usage),
        cost: cost === undefined || spent.cost === undefined ? undefined : spent.cost + cost,
        isEstimate: spent.isEstimate || isEstimate,
      };
    };

    /** The text of one answer, or why there is none. A misfit is judged here, where its text is. */
    const ask = async (request: ChatRequest): Promise<Result<string, ModelFailure>> => {
      let text = '';
      let heard = 0;
      let failure: ModelFailure | undefined;
      for await (const event of stream(model, request, either)) {
        if (event.kind === 'text') {
          text += event.delta;
          options.onText?.(text);
        }
        if (event.kind === 'text' || event.kind === 'reasoning') heard += heardBytes(event);
        if (event.kind === 'finished') {
          const used = usedBy(request, heard, event.usage);
          spend(used.usage, used.isEstimate);
        }
        if (event.kind === 'lost') {
          const usage = lostUsage(request, heard, event.because);
          if (usage) spend(usage, true);
        }
        if (event.kind === 'restarted') {
          text = '';
          heard = 0;
          options.onText?.(text);
        }
        if (event.kind === 'failed') failure = event.failure;
        if (event.kind === 'paused') failure = event.because;
      }
      if (!failure || (failure.code === 'MODEL_OUTPUT_MALFORMED' && text.trim() !== '')) return ok(text);
      return err(deadline.aborted && !signal.aborted ? late(options.deadlineMs) : failure);
    };

    let messages = options.messages;
    for (let attempt = 0; ; attempt += 1) {
      const { effort, maxOutputTokens, sampling, task } = options;
      const answered = await ask({
        messages,
        output,
        ...(effort && { effort }),
        ...(maxOutputTokens && { maxOutputTokens }),
        ...(sampling && { sampling }),
        ...(task && { task }),
      });
      if (!answered.ok) return err({ failure: answered.error, ...spent });
      const judged = judge(schema, answered.value);
      if (judged.ok) return ok({ value: judged.value, ...spent });
      if (attempt > 0) return err({ failure: malformed(judged.error), ...spent });
      messages = [
        ...messages,
        { role: 'assistant', text: answered.value },
        { role: 'user', text: repairText(judged.error) },
      ];
    }
  };
};

const mostIssues = 20;

const judge = <Shape extends z.ZodType>(
  schema: Shape,
  text: string,
): Result<z.infer<Shape>, readonly AnswerIssue[]> => {
  let value: unknown;
  try {
    value = JSON.parse(unfenced(text));
  } catch {
    return err([{ path: '', message: 'This is not one JSON value.' }]);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.slice(0, mostIssues);
  return err(issues.map(({ path, message }) => ({ path: `/${path.map(String).join('/')}`, message })));
};

/** Models that are not held to a schema like to wrap their JSON for reading. */
const unfenced = (text: string): string => /^\s*```(?:json)?\s*([\s\S]*?)```\s*$/.exec(text)?.[1] ?? text;

const repairText = (issues: readonly AnswerIssue[]): string =>
  [
    'Your answer does not fit the form that was asked for:',
    ...issues.map(({ path, message }) => `- ${path === '' ? 'the whole' : path}: ${message}`),
    'Answer again with the corrected JSON value and nothing else.',
  ].join('\n');

const malformed = (issues: readonly AnswerIssue[]): ModelFailure => ({
  code: 'MODEL_OUTPUT_MALFORMED',
  message: 'The model answered twice in another form than it was asked for. Try again, or choose another model.',
  issues,
});

const late = (ms: number): ModelFailure => ({
  code: 'PROVIDER_UNAVAILABLE',
  message: `The model did not answer within ${Math.max(1, Math.round(ms / 1000))} seconds.`,
});
