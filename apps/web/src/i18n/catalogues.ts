import type { Settings } from '@atelier/contracts';
import type { Messages } from './messages.ts';

/** namespace → key → sentence. */
export type Catalogue = Readonly<Record<string, Messages>>;

/** Every sentence of the web app in one language. The other language is never fetched. */
export const loadCatalogue = async (language: Settings['language']): Promise<Catalogue> =>
  language === 'he'
    ? (await import('../surfaces/words.he.ts')).wordsHe
    : (await import('../surfaces/words.en.ts')).wordsEn;
