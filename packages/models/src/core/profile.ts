import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { JsonObject } from '@atelier/kernel/core';
import type { ChatRequest } from './chat.ts';
import { type Effort, normaliseEffort } from './effort.ts';
import { type ModelEntry, wireNameOf } from './registry.ts';
import { thinkingBudget } from './thinking.ts';

type Profile = Pick<
  LanguageModelV4CallOptions,
  'temperature' | 'topP' | 'toolChoice' | 'reasoning' | 'providerOptions'
>;

/**
 * How a call is made, per provider: nothing is cut silently, tools are called one at a time with strict schemas,
 * sampling is deterministic where a model accepts that, and no provider keeps what it was sent.
 */
export const profileOf = (entry: ModelEntry, request: ChatRequest): Profile => {
  const effort = entry.efforts.length === 0 ? undefined : normaliseEffort(request.effort, entry.efforts);
  const toolChoice = toolChoiceOf(entry, request, effort);
  const shared: Profile = toolChoice ? { toolChoice } : {};
  const set = { ...entry.sampling, ...request.sampling };
  const sampling: Profile = {
    ...(set.temperature === undefined ? {} : { temperature: set.temperature }),
    ...(set.topP === undefined ? {} : { topP: set.topP }),
  };
  switch (entry.provider) {
    case 'openai':
    case 'openai-codex':
      return {
        ...shared,
        // A model that thinks takes no sampling of its caller's, whatever it is called.
        ...(isGpt5(wireNameOf(entry)) || effort ? {} : { ...steady, ...sampling }),
        providerOptions: {
          openai: {
            truncation: 'disabled',
            parallelToolCalls: false,
            store: false,
            strictJsonSchema: true,
            // The client knows some models by name; of any other an entry's word counts.
            ...(effort ? { reasoningEffort: effort, forceReasoning: true } : {}),
          },
        },
      };
    case 'anthropic': {
      const budgetTokens = thinkingBudget(entry, effort);
      return {
        ...shared,
        // A model that thinks rejects a temperature of its caller's.
        ...(effort ? { reasoning: effort } : { temperature: 0, ...sampling }),
        providerOptions: {
          anthropic: {
            disableParallelToolUse: true,
            ...(budgetTokens === 0 ? {} : { thinking: { type: 'enabled', budgetTokens } }),
          },
        },
      };
    }
    case 'google':
      return { ...shared, ...steady, ...sampling };
    case 'mistral':
      return {
        ...shared,
        temperature: 0,
        ...sampling,
        providerOptions: { mistral: { parallelToolCalls: false, strictJsonSchema: true } },
      };
    case 'local':
      return {
        ...shared,
        // Nobody knows what runs behind an address: models that think refuse a temperature, so none is sent unasked.
        ...sampling,
        providerOptions: {
          local: {
            ...(toolChoice ? { parallel_tool_calls: false } : {}),
            ...(effort ? { reasoningEffort: effort } : {}),
          },
        },
      };
    case 'builtin':
      return shared;
  }
};

/** The same as facts for a log: what was asked of the model beside the words. */
export const profileFacts = (entry: ModelEntry, request: ChatRequest): JsonObject => {
  if (entry.provider === 'builtin') return {};
  const { temperature, topP, toolChoice, reasoning, providerOptions } = profileOf(entry, request);
  return {
    ...(reasoning === undefined ? {} : { effort: reasoning }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(toolChoice === undefined ? {} : { toolChoice: toolChoice.type, strictTools: true }),
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    ...withoutHints(Object.assign({}, ...Object.values(providerOptions ?? {}))),
  };
};

/** What a client is told and no provider ever sees. */
const withoutHints = ({ forceReasoning: _hint, ...facts }: JsonObject): JsonObject => facts;

const steady = { temperature: 0, topP: 1 } as const;

const isGpt5 = (name: string): boolean => /^gpt-5/.test(name);

/** A first turn without a look at the files is a guess, so a tool is required until one has answered. */
const toolChoiceOf = (
  entry: ModelEntry,
  request: ChatRequest,
  effort: Effort | undefined,
): Profile['toolChoice'] | undefined => {
  if (!request.tools || request.tools.length === 0) return undefined;
  if (request.withholdTools) return { type: 'none' };
  const answered = request.messages.some(({ role }) => role === 'tool');
  // Anthropic refuses a forced tool while the model thinks.
  const mayForce = !(entry.provider === 'anthropic' && effort !== undefined && effort !== 'none');
  const first = request.firstToolChoice ?? 'required';
  return { type: !answered && first === 'required' && mayForce ? 'required' : 'auto' };
};
