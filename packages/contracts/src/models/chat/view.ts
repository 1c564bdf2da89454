import { z } from 'zod';
import { Effort, Micros } from '../terms.ts';
import { ChatEvent } from './events.ts';
import { addFile, makeFile, removeFile } from './fold-files.ts';
import { foldRun } from './fold-run.ts';
import { ChatFile, ChatItem, ChatRun } from './items.ts';

export const ChatView = z.object({
  /** Null: whatever the installation's default is. */
  modelId: z.string().nullable(),
  effort: Effort.nullable(),
  files: z.array(ChatFile),
  items: z.array(ChatItem),
  run: ChatRun.nullable(),
  /** Everything since the chat was cleared. */
  meter: z.object({
    spent: Micros,
    unpriced: z.int().nonnegative(),
    tokensIn: z.int().nonnegative(),
    tokensOut: z.int().nonnegative(),
  }),
});
export type ChatView = z.infer<typeof ChatView>;

export const emptyChat: ChatView = {
  modelId: null,
  effort: null,
  files: [],
  items: [],
  run: null,
  meter: { spent: 0, unpriced: 0, tokensIn: 0, tokensOut: 0 },
};

type Recorded = { readonly seq: number; readonly kind: string; readonly at: string; readonly data: unknown };

/** Folds one recorded event; the server and every screen fold with this same function. */
export const foldChat = (view: ChatView, recorded: Recorded): ChatView => {
  // What the run keeps for itself, and what a newer version wrote, says nothing about what is shown.
  if (!knownKinds.has(recorded.kind)) return view;
  const event = ChatEvent.parse({ kind: recorded.kind, data: recorded.data });
  return evolveChat(view, event, { at: recorded.at, seq: recorded.seq });
};

const knownKinds: ReadonlySet<string> = new Set(ChatEvent.options.map((option) => option.shape.kind.value));

const evolveChat = (
  view: ChatView,
  event: ChatEvent,
  when: { readonly at: string; readonly seq: number },
): ChatView => {
  switch (event.kind) {
    case 'chat.model_set':
      return { ...view, modelId: event.data.modelId, effort: event.data.effort };
    case 'chat.file_added':
      return { ...view, files: addFile(view.files, event.data) };
    case 'chat.file_made':
      return { ...view, files: makeFile(view.files, event.data) };
    case 'chat.file_removed':
      return { ...view, files: removeFile(view.files, event.data.path) };
    case 'chat.cleared':
      return { ...emptyChat, modelId: view.modelId, effort: view.effort, files: event.data.files ? [] : view.files };
    case 'message.sent': {
      const { messageId: id, text } = event.data;
      return { ...view, items: [...view.items, { kind: 'user', id, text, at: when.at }] };
    }
    default: {
      const { items, run, metered } = foldRun({ items: view.items, run: view.run }, event, when);
      return { ...view, items, run, meter: metered ? addMeter(view.meter, metered) : view.meter };
    }
  }
};

const addMeter = (
  meter: ChatView['meter'],
  {
    tokensIn,
    tokensOut,
    cost,
  }: { readonly tokensIn: number; readonly tokensOut: number; readonly cost: number | null },
): ChatView['meter'] => ({
  spent: meter.spent + (cost ?? 0),
  unpriced: meter.unpriced + (cost === null ? 1 : 0),
  tokensIn: meter.tokensIn + tokensIn,
  tokensOut: meter.tokensOut + tokensOut,
});
