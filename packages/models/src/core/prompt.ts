import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
} from '@ai-sdk/provider';
import type { Json } from '@atelier/kernel/core';
import type { ChatMessage, ChatRequest, ToolDefinition } from './chat.ts';
import { picturesOf } from './measure.ts';
import { profileOf } from './profile.ts';
import type { ModelEntry } from './registry.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/** What an assistant turn leaves behind for the model that made it: its parts in order, with the provider's own marks. */
export type Carry = { readonly modelId: string; readonly parts: AssistantContent };

/** The provider layer's call for our request. */
export const callOf = (entry: ModelEntry, request: ChatRequest, signal: AbortSignal): LanguageModelV4CallOptions => ({
  prompt: withCacheMarks(
    entry,
    request.messages.map((message) => promptOf(message, entry)),
  ),
  abortSignal: signal,
  ...profileOf(entry, request),
  ...(request.tools && request.tools.length > 0 ? { tools: request.tools.map(toolOf) } : {}),
  ...(request.maxOutputTokens ? { maxOutputTokens: request.maxOutputTokens } : {}),
  ...(request.output
    ? {
        responseFormat: {
          type: 'json' as const,
          name: request.output.name,
          schema: request.output.schema as JSONSchema7,
        },
      }
    : {}),
});

/**
 * Anthropic keeps a prefix only where it is marked. Instructions and tools are the same in every turn of a run, and
 * each turn begins with all of the one before: both ends are marked. Others keep prefixes by themselves.
 */
const withCacheMarks = (entry: ModelEntry, prompt: LanguageModelV4Message[]): LanguageModelV4Message[] => {
  if (entry.provider !== 'anthropic') return prompt;
  const marked = new Set([prompt.findLastIndex(({ role }) => role === 'system'), prompt.length - 1]);
  return prompt.map((message, at) =>
    marked.has(at) ? { ...message, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } : message,
  );
};

const promptOf = (message: ChatMessage, entry: ModelEntry): LanguageModelV4Message => {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }, ...picturesFor(entry, message)] };
    case 'assistant':
      return { role: 'assistant', content: carried(message.carry, entry.modelId) ?? plainParts(message) };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.name,
            output: { type: 'text', value: JSON.stringify(message.result) },
          },
        ],
      };
  }
};

type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

/** A model that cannot see is told that there was something to see. */
const picturesFor = (entry: ModelEntry, message: ChatMessage): UserContent =>
  picturesOf(message).map(({ mediaType, data }) =>
    entry.vision
      ? { type: 'file', mediaType, data: { type: 'data', data } }
      : { type: 'text', text: '(A picture that this model cannot see.)' },
  );

/** What one model sealed no other can read, not even of the same provider: after a switch the plain text stands. */
const carried = (carry: Json | undefined, modelId: string): AssistantContent | undefined => {
  const kept = carry as unknown as Carry | undefined;
  return kept && kept.modelId === modelId ? kept.parts : undefined;
};

const plainParts = ({ text, toolCalls }: Extract<ChatMessage, { role: 'assistant' }>): AssistantContent => [
  ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ...(toolCalls ?? []).map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
  })),
];

const toolOf = ({ name, description, inputSchema }: ToolDefinition): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  description,
  inputSchema: inputSchema as JSONSchema7,
  strict: true,
});
