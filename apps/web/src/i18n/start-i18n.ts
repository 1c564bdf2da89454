import type { Settings } from '@atelier/contracts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadCatalogue } from './catalogues.ts';

export const startI18n = async (language: Settings['language']): Promise<void> => {
  const catalogue = await loadCatalogue(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    // Both languages have the same keys (catalogues.test.ts), so there is nothing to fall back to.
    fallbackLng: false,
    resources: { [language]: catalogue },
    ns: Object.keys(catalogue),
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    initAsync: false,
    parseMissingKeyHandler: (key) => {
      console.error(`No words for ${key}`);
      return key;
    },
  });
};

export const spokenLanguage = (): Settings['language'] => i18next.language as Settings['language'];

/** Switches to another language once its words are here, unless it's no longer wanted by then. */
export const speak = async (language: Settings['language'], isWanted: () => boolean): Promise<void> => {
  if (!i18next.hasResourceBundle(language, 'shell')) {
    for (const [namespace, words] of Object.entries(await loadCatalogue(language))) {
      i18next.addResourceBundle(language, namespace, words);
    }
  }
  if (isWanted()) await i18next.changeLanguage(language);
};
