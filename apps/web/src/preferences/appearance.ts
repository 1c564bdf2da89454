import { defaultSettings, languages, Settings } from '@atelier/contracts';

export type Appearance = Pick<Settings, 'theme' | 'language'>;
type Language = Settings['language'];
export type Shade = 'light' | 'dark';

/** Where the last known appearance is kept for the first paint; `public/first-paint.js` reads the same key. */
export const appearanceKey = 'atelier.appearance';

export const shadeOf = (theme: Settings['theme'], prefersDark: boolean): Shade =>
  theme === 'auto' ? (prefersDark ? 'dark' : 'light') : theme;

export const directionOf = (language: Settings['language']): 'ltr' | 'rtl' => (language === 'he' ? 'rtl' : 'ltr');

type FirstKnown = {
  /** What this browser kept from last time. */
  readonly kept: string | null;
  /** What the page says the installation speaks. */
  readonly installed: Language | undefined;
  /** What the person reads, as their browser says, the dearest first. */
  readonly read: readonly string[];
};

/** Until the install stream has spoken. `public/first-paint.js` decides the same. */
export const firstAppearance = ({ kept, installed, read }: FirstKnown): Appearance => {
  const { theme, language } = keptAppearance(kept);
  return {
    theme: theme ?? defaultSettings.theme,
    language: installed ?? language ?? spokenOf(read) ?? defaultSettings.language,
  };
};

type Kept = { readonly [Key in keyof Appearance]?: Appearance[Key] | undefined };

const keptAppearance = (text: string | null): Kept => {
  try {
    return Settings.partial().parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
};

/** The first of them that Atelier speaks. `iw` is the old code for Hebrew. */
const spokenOf = (read: readonly string[]): Language | undefined =>
  read
    .map((tag) => tag.toLowerCase().split('-')[0]?.replace(/^iw$/, 'he'))
    .map((spelt) => languages.find((language) => language === spelt))
    .find((language) => language !== undefined);
