import type { ConversationItem } from '@atelier/contracts';

export type Spoken = Extract<ConversationItem, { kind: 'assistant' }>;

/** Text as far as it has been heard: deltas run ahead of what is durable, and may be lost. */
export const spokenText = ({ text, state }: Pick<Spoken, 'text' | 'state'>, heard: string): string =>
  state === 'streaming' && heard.length > text.length ? heard : text;

/** The id under which a model thinks aloud before it speaks; shown while it lasts, recorded nowhere. */
export const thoughtId = (id: string): string => `${id}:reasoning`;
