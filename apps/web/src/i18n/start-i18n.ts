import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { catalogues } from './catalogues.ts';

export const startI18n = (language: 'en' | 'he'): void => {
  i18next
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      resources: catalogues,
      ns: Object.keys(catalogues.en),
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      initAsync: false,
      parseMissingKeyHandler: (key) => {
        console.error(`No words for ${key}`);
        return key;
      },
    })
    .catch(console.error);
};
