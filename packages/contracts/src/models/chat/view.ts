import { z } from 'zod';
import {
  Conversation,
  emptyConversation,
  foldConversation,
  type RecordedEvent,
} from '../../conversation/conversation.ts';
import type { ChatEvent } from './events.ts';
import { isOwnKind } from './events.ts';
import { addFile, makeFile, removeFile } from './fold-files.ts';
import { ChatFile } from './items.ts';

/** A conversation with files of its own. */
export const ChatView = Conversation.extend({
  files: z.array(ChatFile),
  /** The same as trees of the kernel: as they are, and as they were dropped. */
  tree: z.string().nullable(),
  base: z.string().nullable(),
});
export type ChatView = z.infer<typeof ChatView>;

const noFiles = { files: [], tree: null, base: null };
export const emptyChat: ChatView = { ...emptyConversation, ...noFiles };

/** Folds one recorded event; the server and every screen fold with this same function. */
export const foldChat = (view: ChatView, recorded: RecordedEvent): ChatView => {
  if (!isOwnKind(recorded.kind)) return foldConversation(view, recorded);
  const event = { kind: recorded.kind, data: recorded.data } as Extract<ChatEvent, { kind: typeof recorded.kind }>;
  switch (event.kind) {
    case 'chat.file_added':
      return { ...view, ...treesIn(event.data), files: addFile(view.files, event.data) };
    case 'chat.file_made':
      return { ...view, ...treesIn(event.data), files: makeFile(view.files, event.data) };
    case 'chat.file_removed':
      return { ...view, ...treesIn(event.data), files: removeFile(view.files, event.data.path) };
    case 'chat.cleared': {
      const { modelId, effort, files, tree, base } = view;
      return { ...emptyChat, modelId, effort, ...(event.data.files ? noFiles : { files, tree, base }) };
    }
  }
};

type Trees = { readonly tree?: string | null | undefined; readonly base?: string | null | undefined };

const treesIn = ({ tree = null, base = null }: Trees): Pick<ChatView, 'tree' | 'base'> => ({ tree, base });
