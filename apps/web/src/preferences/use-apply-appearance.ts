import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { appearanceKey, directionOf, shadeOf } from './appearance.ts';
import { keep } from './local-storage.ts';
import { useAppearance } from './use-appearance.ts';

const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const watchDark = (listener: () => void) => {
  darkQuery.addEventListener('change', listener);
  return () => darkQuery.removeEventListener('change', listener);
};

/** Makes the document look and read as chosen. Mounted once, at the top; returns the direction for the components. */
export const useApplyAppearance = (): 'ltr' | 'rtl' => {
  const { i18n } = useTranslation();
  const { theme, language } = useAppearance();
  const prefersDark = useSyncExternalStore(watchDark, () => darkQuery.matches);
  const shade = shadeOf(theme, prefersDark);
  const direction = directionOf(language);
  useEffect(() => {
    document.documentElement.dataset.theme = shade;
  }, [shade]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = direction;
    i18n.changeLanguage(language).catch(console.error);
  }, [language, direction, i18n]);
  useEffect(() => keep(appearanceKey, JSON.stringify({ theme, language })), [theme, language]);
  return direction;
};
