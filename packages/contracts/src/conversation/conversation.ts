import { z } from 'zod';
import { Effort } from '../models/terms.ts';
import { type ConversationEvent, isConversationKind } from './events.ts';
import { foldRun } from './fold-run.ts';
import { ConversationItem, ConversationMeter, ConversationRun } from './items.ts';

/** What a screen shows of a conversation: its newest part, what is under way, what it cost. */
export const Conversation = z.object({
  /** Null: whatever the installation's default is. */
  modelId: z.string().nullable(),
  effort: Effort.nullable(),
  /** The newest, oldest first. */
  items: z.array(ConversationItem),
  /** How many came before them. */
  earlier: z.int().nonnegative(),
  run: ConversationRun.nullable(),
  meter: ConversationMeter,
});
export type Conversation = z.infer<typeof Conversation>;

export const emptyConversation: Conversation = {
  modelId: null,
  effort: null,
  items: [],
  earlier: 0,
  run: null,
  meter: { spent: 0, unpriced: 0, estimated: 0, tokensIn: 0, tokensCached: 0, tokensOut: 0 },
};

export type RecordedEvent = {
  readonly seq: number;
  readonly kind: string;
  readonly at: string;
  readonly data: unknown;
};

/** How many items a view holds. An event then costs the same in the first minute and after a year. */
export const newestItems = 400;
const slack = 100;

/**
 * Folds one recorded event; the server and every screen fold with this same function. Its writer has checked it, so it
 * is not parsed again; kinds that are not known here change nothing.
 */
export const foldConversation = <View extends Conversation>(
  view: View,
  recorded: RecordedEvent,
  most = newestItems,
): View => {
  if (!isConversationKind(recorded.kind)) return view;
  const event = { kind: recorded.kind, data: recorded.data } as ConversationEvent;
  const next = evolve(view, event, { at: recorded.at, seq: recorded.seq });
  const over = next.items.length - most;
  return over <= slack ? next : { ...next, items: next.items.slice(over), earlier: next.earlier + over };
};

const evolve = <View extends Conversation>(
  view: View,
  event: ConversationEvent,
  when: { readonly at: string; readonly seq: number },
): View => {
  switch (event.kind) {
    case 'model.switched':
      return { ...view, modelId: event.data.modelId, effort: event.data.effort };
    case 'message.user': {
      const { messageId: id, text } = event.data;
      return { ...view, items: [...view.items, { kind: 'user', id, text, at: when.at }] };
    }
    default:
      return { ...view, ...foldRun(view, event, when) };
  }
};
