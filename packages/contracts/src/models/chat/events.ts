import { z } from 'zod';
import { type ConversationEvent, flawIn } from '../../conversation/events.ts';

/** The one scratch chat of an installation. Text deltas come on this stream under the id of an assistant item. */
export const chatStream = 'chat/lab';

const path = z.string();
const version = z.string();
const sizeBytes = z.int().nonnegative();
/** All files as they are after the event, and as they were dropped; null when there are none. Early logs have neither. */
const trees = { tree: z.string().nullable().optional(), base: z.string().nullable().optional() };

/** What the scratch chat says beside the talk itself: its files, and that it was cleared. */
export const chatFileEvents = {
  'chat.file_added': z.strictObject({ path, version, sizeBytes, ...trees }),
  'chat.file_removed': z.strictObject({ path, ...trees }),
  'chat.file_made': z.strictObject({
    path,
    version,
    sizeBytes,
    action: z.enum(['created', 'modified']),
    tool: z.string(),
    summary: z.string(),
    ...trees,
  }),
  /** With `files` the files are deleted too; without, they stay as they are. */
  'chat.cleared': z.strictObject({ files: z.boolean() }),
} as const;
type OwnKind = keyof typeof chatFileEvents;
type OwnEvent = {
  [Kind in OwnKind]: { readonly kind: Kind; readonly data: z.infer<(typeof chatFileEvents)[Kind]> };
}[OwnKind];

export type ChatEvent = ConversationEvent | OwnEvent;
export type ChatEventOf<Kind extends ChatEvent['kind']> = Extract<ChatEvent, { kind: Kind }>['data'];

export const isOwnKind = (kind: string): kind is OwnKind => Object.hasOwn(chatFileEvents, kind);

/** What is wrong with an event that is about to be written to the chat; undefined when nothing is. */
export const flawInChat = (event: { readonly kind: string; readonly data: unknown }): string | undefined => {
  if (!isOwnKind(event.kind)) return flawIn(event);
  const issue = chatFileEvents[event.kind].safeParse(event.data).error?.issues[0];
  return issue && `${event.kind}.${issue.path.join('.')}: ${issue.message}`;
};
