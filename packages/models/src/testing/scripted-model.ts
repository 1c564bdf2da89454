import type { Json } from '@atelier/kernel/core';
import {
  type ChatEvent,
  type ChatRequest,
  type FinishReason,
  noUsage,
  type ToolCall,
  type Usage,
} from '../core/chat.ts';
import type { ModelFailure } from '../core/failure.ts';
import type { ModelEntry } from '../core/registry.ts';
import type { ChatModel } from '../ports/chat-model.ts';

/** One answer of a scripted model. */
export type ScriptedTurn = {
  readonly text?: string;
  readonly calls?: readonly (ToolCall | { readonly id: string; readonly name: string; readonly unreadable: string })[];
  readonly fails?: ModelFailure;
  /** Null: the provider tells nothing. */
  readonly usage?: Partial<Usage> | null;
  readonly reason?: FinishReason;
  /** What the provider wants to see again. */
  readonly carry?: Json;
};

export const scriptedEntry: ModelEntry = {
  modelId: 'builtin:scripted',
  provider: 'builtin',
  label: 'Scripted',
  auth: 'none',
  contextTokens: 100_000,
  efforts: [],
  tools: true,
  vision: false,
};

/** A model that says what it is told to, and remembers what it was asked. Proves plumbing, never what a model does. */
export const createScriptedModel = (
  script: readonly ScriptedTurn[] | ((request: ChatRequest, turn: number) => ScriptedTurn),
  entry: ModelEntry = scriptedEntry,
): ChatModel & { readonly requests: readonly ChatRequest[] } => {
  const requests: ChatRequest[] = [];
  return {
    entry,
    requests,
    stream: async function* (request, signal): AsyncIterable<ChatEvent> {
      const at = requests.push(request) - 1;
      const turn = typeof script === 'function' ? script(request, at) : (script[at] ?? { text: 'The script is over.' });
      for (const piece of (turn.text ?? '').match(/[\s\S]{1,8}/g) ?? []) {
        if (signal.aborted) return yield canceled;
        yield { kind: 'text', delta: piece };
      }
      if (signal.aborted) return yield canceled;
      if (turn.fails) return yield { kind: 'failed', failure: turn.fails };
      for (const call of turn.calls ?? []) {
        if ('unreadable' in call) yield { kind: 'bad_tool_call', id: call.id, name: call.name, text: call.unreadable };
        else yield { kind: 'tool_call', call };
      }
      const reason = turn.reason ?? ((turn.calls ?? []).length > 0 ? 'tool_calls' : 'stop');
      yield {
        kind: 'finished',
        reason,
        usage: turn.usage === null ? undefined : { ...noUsage, ...turn.usage },
        ...(turn.carry === undefined ? {} : { carry: turn.carry }),
      };
    },
  };
};

const canceled: ChatEvent = { kind: 'failed', failure: { code: 'USER_CANCELED', message: 'Canceled.' } };
