import type { Settings } from '@atelier/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { speak, spokenLanguage } from '../i18n/start-i18n.ts';
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
  const { theme, language: wanted } = useAppearance();
  const language = useSpoken(wanted);
  const prefersDark = useSyncExternalStore(watchDark, () => darkQuery.matches);
  const shade = shadeOf(theme, prefersDark);
  const direction = directionOf(language);
  useEffect(() => {
    document.documentElement.dataset.theme = shade;
  }, [shade]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = direction;
  }, [language, direction]);
  useEffect(() => keep(appearanceKey, JSON.stringify({ theme, language: wanted })), [theme, wanted]);
  return direction;
};

const askAgainMs = 2000;

/** The language whose words are here. The page keeps the one it has until those of the other have arrived. */
const useSpoken = (wanted: Settings['language']): Settings['language'] => {
  // Not `wanted`: it may have changed since the first words were loaded, and they would be laid out the wrong way round.
  const [spoken, setSpoken] = useState(spokenLanguage);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is a reason to ask again
  useEffect(() => {
    if (spoken === wanted) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    speak(wanted, () => !left).then(
      () => left || setSpoken(wanted),
      () => {
        timer = setTimeout(() => setTries((count) => count + 1), askAgainMs);
      },
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [wanted, spoken, tries]);
  return spoken;
};
