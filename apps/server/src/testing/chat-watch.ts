import {
  type ChatView,
  type CommandClient,
  chatStream,
  emptyChat,
  foldChat,
  type ServerFrame,
} from '@atelier/contracts';
import { openTab, type Tab } from './tab.ts';

export type ChatWatch = {
  readonly tab: Tab;
  readonly view: () => ChatView;
  /** The first view that fits, of what is true now and what will be. */
  readonly until: (fits: (view: ChatView) => boolean) => Promise<ChatView>;
};

/** A tab that follows the chat as the page does: from a view, by its events. */
export const watchChat = async (origin: string, cookie: string, client: CommandClient): Promise<ChatWatch> => {
  const tab = await openTab(origin, cookie);
  const got = await client.ChatLabGet({});
  if (!got.ok) throw new Error(got.error.code);
  let view: ChatView = got.value.view ?? emptyChat;
  let folded = 0;
  tab.say({ subscribe: [{ stream: chatStream, from: got.value.seq }] });
  const fold = () => {
    for (; folded < tab.frames.length; folded += 1) {
      const frame = tab.frames[folded];
      if (frame && 'event' in frame) view = foldChat(view, frame.event);
    }
    return view;
  };
  return {
    tab,
    view: fold,
    until: async (fits) => {
      for (;;) {
        const now = fold();
        if (fits(now)) return now;
        const known = tab.frames.length;
        await tab.until((frame): frame is ServerFrame => tab.frames.indexOf(frame) >= known);
      }
    },
  };
};
