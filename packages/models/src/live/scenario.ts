import type { ChatModel } from '../ports/chat-model.ts';

/** One promise, asked of a real model. It returns what was wrong, or nothing. */
export type LiveScenario = {
  readonly id: string;
  readonly promise: string;
  readonly run: (model: ChatModel) => Promise<string | undefined>;
};
