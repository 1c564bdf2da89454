import type { Settings } from '@atelier/contracts';
import { surfaces } from '../surfaces/registry.ts';
import type { Messages } from './messages.ts';

type Language = Settings['language'];
export type Catalogue = Readonly<Record<string, Messages>>;

/** The words of what every surface shares: the shell and the parts it is built of. */
const shared: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => {
    const [{ shellEn }, { partsEn }] = await Promise.all([import('./shell.en.ts'), import('./parts.en.ts')]);
    return { shell: shellEn, parts: partsEn };
  },
  he: async () => {
    const [{ shellHe }, { partsHe }] = await Promise.all([import('./shell.he.ts'), import('./parts.he.ts')]);
    return { shell: shellHe, parts: partsHe };
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
