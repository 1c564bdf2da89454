import { byteLength } from './bytes.ts';
import { type ChatEvent, type ChatRequest, noUsage, type Usage } from './chat.ts';
import type { FailureCode, ModelFailure } from './failure.ts';
import { cacheWriteSurcharge, estimateCost, tokensIn } from './price.ts';
import type { ModelEntry } from './registry.ts';
import { thinkingBudget } from './thinking.ts';

/** The most a model is asked to answer when nobody says otherwise. */
export const answerTokens = ({ contextTokens }: ModelEntry): number => Math.min(16_000, Math.floor(contextTokens / 10));

/** The most that one attempt may cost, reckoned before it is made. */
export const estimateAttempt = (entry: ModelEntry, request: ChatRequest): number | undefined =>
  estimateCost(
    // Everything may be kept for later calls, which is asked more for.
    requestBytes(request) * (entry.provider === 'anthropic' ? 1 + cacheWriteSurcharge : 1),
    (request.maxOutputTokens ?? answerTokens(entry)) + thinkingBudget(entry, request.effort),
    entry.price,
  );

/** How much of an answer an event has brought. */
export const heardBytes = (event: ChatEvent): number => {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
      return byteLength(event.delta);
    case 'tool_call':
      return byteLength(JSON.stringify(event.call.input));
    case 'bad_tool_call':
      return byteLength(event.text);
    case 'finished':
    case 'failed':
      return 0;
  }
};

/**
 * What an attempt that brought no answer is billed for: nobody tells us, so it is reckoned. A provider that refused
 * with a status asks for nothing; one that had taken the request in has read it, though it may not have said a word.
 */
export const lostUsage = (
  request: ChatRequest,
  heard: number,
  failure: ModelFailure | undefined,
): Usage | undefined => {
  const isRefused =
    failure !== undefined &&
    (failure.status !== undefined || failure.unsent === true || unsentCodes.includes(failure.code));
  if (heard === 0 && isRefused) return undefined;
  return estimateUsage(request, heard);
};

/** What a call with a whole answer used; estimated where its provider did not tell, so that it never counts as free. */
export const usedBy = (
  request: ChatRequest,
  heard: number,
  told: Usage | undefined,
): { readonly usage: Usage; readonly isEstimate: boolean } =>
  told ? { usage: told, isEstimate: false } : { usage: estimateUsage(request, heard), isEstimate: true };

const estimateUsage = (request: ChatRequest, heard: number): Usage => ({
  ...noUsage,
  inputTokens: tokensIn(requestBytes(request)),
  outputTokens: tokensIn(heard),
});

const requestBytes = ({ messages, tools = [], output }: ChatRequest): number =>
  byteLength(JSON.stringify([messages, tools, output?.schema ?? null]));

const unsentCodes: readonly FailureCode[] = [
  'PROVIDER_NOT_CONFIGURED',
  'EGRESS_BLOCKED_BY_POLICY',
  'EGRESS_CONSENT_REQUIRED',
  'BUDGET_CAP_REACHED',
  'TOOLS_NOT_SUPPORTED',
];
