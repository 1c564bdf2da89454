import type { Json, JsonObject } from '@atelier/kernel/core';
import type { Effort } from './effort.ts';
import type { ModelFailure } from './failure.ts';
import type { Sampling } from './sampling.ts';
import type { ChatTask } from './task.ts';

/** A tool as every provider understands it. `inputSchema` is strict: closed objects, everything required, optionals nullable. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
};

/** `id` is unique in its conversation, whatever the provider sent. */
export type ToolCall = { readonly id: string; readonly name: string; readonly input: JsonObject };

/** A picture for a model that can see; `data` is base64. */
export type Picture = { readonly mediaType: string; readonly data: string };

export type ChatMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly pictures?: readonly Picture[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly toolCalls?: readonly ToolCall[];
      /** What the provider wants to see again (its reasoning items); opaque to us, kept with the message. */
      readonly carry?: Json;
    }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly result: Json };

export type ChatRequest = {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ToolDefinition[];
  readonly effort?: Effort;
  /** A closed JSON Schema makes the answer one JSON value that fits it. */
  readonly output?: { readonly name: string; readonly schema: JsonObject };
  readonly maxOutputTokens?: number;
  /** Absent: `required` while no tool has answered yet, then `auto`. */
  readonly firstToolChoice?: 'required' | 'auto';
  /** What a person set; what the model does not take is left out. */
  readonly sampling?: Sampling;
  /** Ids of calls that the conversation had elsewhere: none of them is given out again. */
  readonly isCallIdUsed?: (id: string) => boolean;
  /** Tools stay declared, because a history of calls needs them, but none may be called. */
  readonly withholdTools?: boolean;
  /** Read by the built-in model alone; no adapter sends it. */
  readonly task?: ChatTask;
};

export type Usage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
  /** Of `inputTokens`: what the provider kept for later calls, where it asks more for that. */
  readonly cacheWriteTokens?: number;
};

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'filtered' | 'other';

/** A stream is any number of deltas and calls, then exactly one `finished` or `failed`. */
export type ChatEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'reasoning'; readonly delta: string }
  | { readonly kind: 'tool_call'; readonly call: ToolCall }
  /** The model asked for a tool with arguments that are not a JSON object; it is told so and may try again. */
  | { readonly kind: 'bad_tool_call'; readonly id: string; readonly name: string; readonly text: string }
  | {
      readonly kind: 'finished';
      readonly reason: FinishReason;
      /** Undefined: the provider did not tell, or told what no call uses. */
      readonly usage: Usage | undefined;
      readonly carry?: Json;
    }
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  ...(a.cacheWriteTokens || b.cacheWriteTokens
    ? { cacheWriteTokens: (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0) }
    : {}),
});
