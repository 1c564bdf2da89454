import { type ChatView, chatStream, foldChat } from '@atelier/contracts';
import type { Atelier } from '../../client/atelier.ts';
import { createProjection, type Projection } from '../../client/projection.ts';

const byAtelier = new WeakMap<Atelier, Projection<ChatView>>();

/** The one scratch chat of this installation; it stays warm when the page is left and opened again. */
export const chatOf = (atelier: Atelier): Projection<ChatView> => {
  const known = byAtelier.get(atelier);
  if (known !== undefined) return known;
  const made = createProjection<ChatView>({
    stream: chatStream,
    connection: atelier.connection,
    load: () => atelier.commands.ChatLabGet({}),
    fold: foldChat,
  });
  byAtelier.set(atelier, made);
  return made;
};
