import type { LanguageModelV4, LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { canonicalText, type Json, type JsonObject } from '@atelier/kernel/core';
import type { ChatEvent, ChatRequest, FinishReason, Usage } from '../core/chat.ts';
import { type Patience, silenceFailure } from '../core/patience.ts';
import { type Carry, callOf } from '../core/prompt.ts';
import type { ModelEntry } from '../core/registry.ts';
import { createAnswerCheck } from '../core/structured-answer.ts';
import { usageFrom } from '../core/usage.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { watchSilence } from './silence.ts';

export type ProviderModelDeps = {
  readonly entry: ModelEntry;
  /** Loads the provider's client when the model is first used: none of them is part of the server's start. */
  readonly load: () => Promise<LanguageModelV4>;
  readonly now: () => number;
  /** Makes an id for a tool call that came without one, or with one its conversation already has. */
  readonly newId: () => string;
  /** Asked before every call, because it is a setting. */
  readonly patience?: (() => Promise<Patience>) | undefined;
};

/** A provider's client behind our port: its stream parts become events, its exceptions become failures. */
export const createProviderModel = ({ entry, load, now, newId, patience }: ProviderModelDeps): ChatModel => ({
  entry,
  stream: async function* (request, signal) {
    const turn = createTurn(entry.modelId, usedIds(request), request.isCallIdUsed, newId);
    const check = request.output && createAnswerCheck(request.output.schema);
    let silence: ReturnType<typeof watchSilence> | undefined;
    try {
      const model = await load();
      silence = watchSilence(signal, await patience?.());
      const { stream } = await model.doStream(callOf(entry, request, silence.signal));
      const reader = stream.getReader();
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          if (words.has(value.type)) silence.heard();
          const event = turn.take(value);
          if (event?.kind !== 'finished') {
            if (event) yield event;
            continue;
          }
          // A turn that calls a tool is not the answer yet.
          const wrong = turn.calls() === 0 ? check?.(turn.text(), event.reason) : undefined;
          return yield wrong ? { kind: 'failed', failure: wrong } : event;
        }
      } finally {
        // A consumer that stops early must not leave the provider streaming into nothing.
        reader.cancel().catch(() => undefined);
      }
      const silentMs = silence.silentMs();
      yield { kind: 'failed', failure: silentMs === undefined ? cut : silenceFailure(silentMs) };
    } catch (fault) {
      const silentMs = silence?.silentMs();
      if (silentMs !== undefined && !signal.aborted) return yield { kind: 'failed', failure: silenceFailure(silentMs) };
      const { failureOfFault } = await import('./provider-failure.ts');
      yield { kind: 'failed', failure: failureOfFault(fault, signal, now()) };
    } finally {
      silence?.stop();
    }
  },
});

/** Stream parts that a model made. Pings and metadata come from its server, and go on for ever beside a model that hangs. */
const words: ReadonlySet<string> = new Set<LanguageModelV4StreamPart['type']>([
  'text-start',
  'text-delta',
  'reasoning-start',
  'reasoning-delta',
  'tool-input-start',
  'tool-input-delta',
  'tool-call',
  'finish',
]);

const cut = {
  code: 'NETWORK_UNAVAILABLE',
  message: 'The connection to the provider ended in the middle of an answer.',
} as const;

const usedIds = ({ messages }: ChatRequest): Set<string> =>
  new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : [])).map(({ id }) => id),
  );

type Marks = SharedV4ProviderMetadata | undefined;
type Block = { text: string; half: string; readonly kind: 'text' | 'reasoning'; marks: Marks };

const createTurn = (
  modelId: string,
  used: Set<string>,
  isUsedElsewhere: ((id: string) => boolean) | undefined,
  newId: () => string,
) => {
  const parts: Carry['parts'] = [];
  let said = '';
  const open = new Map<string, Block>();

  const begin = (id: string, kind: 'text' | 'reasoning', marks: Marks) => {
    open.set(id, { text: '', half: '', kind, marks });
    return undefined;
  };
  const grow = (id: string, piece: string, marks: Marks): ChatEvent | undefined => {
    const block = open.get(id);
    if (!block) return undefined;
    const delta = wholeCharacters(block, piece);
    block.text += delta;
    if (block.kind === 'text') said += delta;
    if (marks) block.marks = marks;
    return delta === '' ? undefined : { kind: block.kind, delta };
  };
  const close = (id: string, last: Marks) => {
    const block = open.get(id);
    open.delete(id);
    if (!block) return undefined;
    const marks = last ?? block.marks;
    // A reasoning item may be no text and one sealed mark, and must still go back.
    if (block.text !== '' || marks) {
      parts.push({ type: block.kind, text: block.text, ...(marks ? { providerOptions: marks } : {}) });
    }
    return undefined;
  };
  const freshId = (given: string) => {
    const id = given !== '' && !used.has(given) && !isUsedElsewhere?.(given) ? given : newId();
    used.add(id);
    return id;
  };

  const take = (part: LanguageModelV4StreamPart): ChatEvent | undefined => {
    switch (part.type) {
      case 'text-start':
        return begin(part.id, 'text', part.providerMetadata);
      case 'text-delta':
        return grow(part.id, part.delta, part.providerMetadata);
      case 'text-end':
        return close(part.id, part.providerMetadata);
      case 'reasoning-start':
        return begin(part.id, 'reasoning', part.providerMetadata);
      case 'reasoning-delta':
        return grow(part.id, part.delta, part.providerMetadata);
      case 'reasoning-end':
        return close(part.id, part.providerMetadata);
      case 'tool-call': {
        const id = freshId(part.toolCallId);
        const input = parseObject(part.input);
        parts.push({
          type: 'tool-call',
          toolCallId: id,
          toolName: part.toolName,
          input: input ?? {},
          ...(part.providerMetadata ? { providerOptions: part.providerMetadata } : {}),
        });
        return input
          ? { kind: 'tool_call', call: { id, name: part.toolName, input } }
          : { kind: 'bad_tool_call', id, name: part.toolName, text: part.input };
      }
      case 'finish': {
        const { unified, raw } = part.finishReason;
        // Clients close a cut stream politely, with no reason of the provider's.
        if (raw === undefined && (unified === 'other' || (unified as string) === 'interrupted')) return undefined;
        return {
          kind: 'finished',
          reason: reasonOf(unified),
          usage: usageOf(part.usage),
          ...(canonicalText(parts).ok ? { carry: { modelId, parts } satisfies Carry as unknown as Json } : {}),
        };
      }
      case 'error':
        throw part.error;
      default:
        return undefined;
    }
  };
  return {
    take,
    text: () => said,
    calls: () => parts.filter(({ type }) => type === 'tool-call').length,
  };
};

const reasonOf = (unified: string): FinishReason => {
  if (unified === 'stop' || unified === 'length') return unified;
  if (unified === 'tool-calls') return 'tool_calls';
  return unified === 'content-filter' ? 'filtered' : 'other';
};

const usageOf = ({
  inputTokens,
  outputTokens,
}: Extract<LanguageModelV4StreamPart, { type: 'finish' }>['usage']): Usage | undefined =>
  usageFrom({
    input: inputTokens.total,
    output: outputTokens.total,
    cachedInput: inputTokens.cacheRead,
    reasoning: outputTokens.reasoning,
    cacheWrite: inputTokens.cacheWrite,
  });

/**
 * Providers cut their text anywhere, also between the two halves of one character. No log and no screen takes half of
 * one, so the first half waits for the second.
 */
const wholeCharacters = (block: Block, piece: string): string => {
  const text = block.half + piece;
  const last = text.charCodeAt(text.length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  block.half = isHalf ? text.slice(-1) : '';
  return (isHalf ? text.slice(0, -1) : text).toWellFormed();
};

/** Arguments are recorded some levels inside an event, which has a limit of depth of its own. */
const asRecorded = (value: unknown) => [[[[[[[[value]]]]]]]];

const parseObject = (text: string): JsonObject | undefined => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    // Half a character, a number beyond all numbers, endless nesting: the log takes none of it, so the model is told.
    return canonicalText(asRecorded(value)).ok ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
};
