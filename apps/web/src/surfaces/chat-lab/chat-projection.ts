import { type ChatView, chatStream, foldChat } from '@atelier/contracts';
import { useMemo } from 'react';
import type { Atelier } from '../../client/atelier.ts';
import { useAtelier } from '../../client/atelier-context.ts';
import { derive } from '../../client/observable.ts';
import { createProjection, type Projection } from '../../client/projection.ts';
import { useProjection } from '../../client/use-projection.ts';

const byAtelier = new WeakMap<Atelier, Projection<ChatView>>();

/** The one scratch chat of this installation; it stays warm when the page is left and opened again. */
const chatOf = (atelier: Atelier): Projection<ChatView> => {
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

/** The chat as the log has it. Text that is being written moves two hundred times a second; the page must not. */
export const useChatView = () => {
  const projection = useChatProjection();
  const [viewed, refused] = useMemo(
    () => [
      derive(projection, (chat) => (chat.phase === 'ready' ? chat.view : undefined)),
      derive(projection, (chat) => (chat.phase === 'refused' ? chat.error : undefined)),
    ],
    [projection],
  );
  return { view: useProjection(viewed), refusal: useProjection(refused), reload: projection.reload };
};

export const useChatProjection = (): Projection<ChatView> => chatOf(useAtelier());
