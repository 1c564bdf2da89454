import { defaultSettings, Settings } from '@atelier/contracts';

export type Appearance = Pick<Settings, 'theme' | 'language'>;
export type Shade = 'light' | 'dark';

/** Where the last known appearance is kept for the first paint; `public/first-paint.js` reads the same key. */
export const appearanceKey = 'atelier.appearance';

export const shadeOf = (theme: Settings['theme'], prefersDark: boolean): Shade =>
  theme === 'auto' ? (prefersDark ? 'dark' : 'light') : theme;

export const directionOf = (language: Settings['language']): 'ltr' | 'rtl' => (language === 'he' ? 'rtl' : 'ltr');

/** What was kept, or the defaults where it is absent or not understood. */
export const keptAppearance = (text: string | null): Appearance => {
  const { theme, language } = defaultSettings;
  if (text === null) return { theme, language };
  try {
    const kept = Settings.partial().parse(JSON.parse(text));
    return { theme: kept.theme ?? theme, language: kept.language ?? language };
  } catch {
    return { theme, language };
  }
};
