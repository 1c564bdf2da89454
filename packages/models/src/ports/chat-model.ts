import type { ChatEvent, ChatRequest } from '../core/chat.ts';
import type { ModelEntry } from '../core/registry.ts';

/**
 * One language model. The stream ends with exactly one `finished` or `failed`; what a provider does wrong is data,
 * never an exception. Aborting ends it with `USER_CANCELED`.
 */
export interface ChatModel {
  readonly entry: ModelEntry;
  readonly stream: (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ChatEvent>;
}
