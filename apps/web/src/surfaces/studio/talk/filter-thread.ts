import type { ThreadMessage } from '@atelier/contracts/studio';

export type ThreadFilter = {
  readonly stage?: string;
  readonly channel?: string;
  readonly skillId?: string;
  readonly elementId?: string;
};

/** A question and its answer are one turn: when either is about it, both are shown. */
export const filterThread = (
  messages: readonly ThreadMessage[],
  { stage, channel, skillId, elementId }: ThreadFilter,
): readonly ThreadMessage[] => {
  const fits = ({ tags }: ThreadMessage): boolean =>
    (stage === undefined || tags.turnStage === stage) &&
    (channel === undefined || tags.channel === channel) &&
    (skillId === undefined || tags.skillId === skillId) &&
    (elementId === undefined || tags.elementIds.includes(elementId));
  const turns = new Set(messages.filter(fits).map(({ turnId }) => turnId));
  return messages.filter(({ turnId }) => turns.has(turnId));
};

export const skillsIn = (messages: readonly ThreadMessage[]): readonly string[] =>
  [...new Set(messages.flatMap(({ tags }) => tags.skillId ?? []))].sort();
