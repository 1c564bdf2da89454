import type { ChatItem, LiveDeltas } from '@atelier/contracts';

type Spoken = Extract<ChatItem, { kind: 'assistant' }>;

/** Text as far as it has been heard: deltas run ahead of what is durable, and may be lost. */
export const shownText = ({ id, text, state }: Spoken, live: LiveDeltas): string => {
  const delta = live[id];
  const isAhead = state === 'streaming' && delta?.kind === 'text' && delta.text.length > text.length;
  return isAhead ? delta.text : text;
};

/** What a model thinks aloud before it speaks; shown while it lasts, recorded nowhere. */
export const shownThought = ({ id, state }: Spoken, live: LiveDeltas): string => {
  const delta = live[`${id}:reasoning`];
  return state === 'streaming' && delta?.kind === 'text' ? delta.text : '';
};
