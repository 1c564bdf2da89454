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
export const ChatView = Conversation.extend({ files: z.array(ChatFile) });
export type ChatView = z.infer<typeof ChatView>;

export const emptyChat: ChatView = { ...emptyConversation, files: [] };

/** Folds one recorded event; the server and every screen fold with this same function. */
export const foldChat = (view: ChatView, recorded: RecordedEvent): ChatView => {
  if (!isOwnKind(recorded.kind)) return foldConversation(view, recorded);
  const event = { kind: recorded.kind, data: recorded.data } as Extract<ChatEvent, { kind: typeof recorded.kind }>;
  switch (event.kind) {
    case 'chat.file_added':
      return { ...view, files: addFile(view.files, event.data) };
    case 'chat.file_made':
      return { ...view, files: makeFile(view.files, event.data) };
    case 'chat.file_removed':
      return { ...view, files: removeFile(view.files, event.data.path) };
    case 'chat.cleared':
      return { ...emptyChat, modelId: view.modelId, effort: view.effort, files: event.data.files ? [] : view.files };
  }
};
