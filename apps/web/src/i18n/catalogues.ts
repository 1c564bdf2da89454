import type { Settings } from '@atelier/contracts';
import { surfaces } from '../surfaces/registry.ts';
import type { Messages } from './messages.ts';

type Language = Settings['language'];
export type Catalogue = Readonly<Record<string, Messages>>;

/** The words of what every surface shares: the shell and the parts it is built of. */
const shared: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => {
    const [{ shellEn }, { partsEn }, { conversationEn }, { filesEn }] = await Promise.all([
      import('./shell.en.ts'),
      import('./parts.en.ts'),
      import('../conversation/messages.en.ts'),
      import('../files/messages.en.ts'),
    ]);
    return { shell: shellEn, parts: partsEn, conversation: conversationEn, files: filesEn };
  },
  he: async () => {
    const [{ shellHe }, { partsHe }, { conversationHe }, { filesHe }] = await Promise.all([
      import('./shell.he.ts'),
      import('./parts.he.ts'),
      import('../conversation/messages.he.ts'),
      import('../files/messages.he.ts'),
    ]);
    return { shell: shellHe, parts: partsHe, conversation: conversationHe, files: filesHe };
  },
};

/** Every sentence of the web app in one language: namespace → key. The other language is never fetched. */
export const loadCatalogue = async (language: Language): Promise<Catalogue> => {
  const [ours, ...theirs] = await Promise.all([
    shared[language](),
    ...surfaces.map(async ({ id, messages }): Promise<Catalogue> => ({ [id]: await messages[language]() })),
  ]);
  return Object.assign({}, ours, ...theirs);
};
