import { File } from 'lucide-react';
import type { Atelier } from '../../client/atelier.ts';
import { holds } from '../../palette/fuzzy.ts';
import type { FoundItem } from '../surface.ts';

/** Files of the chat, by name. */
export const findInChat = async ({ commands }: Atelier, query: string): Promise<readonly FoundItem[]> => {
  const reply = await commands.ChatLabGet({});
  if (!reply.ok) return [];
  return reply.value.view.files
    .filter(({ path }) => holds(query, path))
    .slice(0, 5)
    .map(({ path }) => ({
      id: `chat.${path}`,
      title: path,
      path: '/lab/chat',
      kind: 'chatLab:files.title',
      icon: File,
    }));
};
