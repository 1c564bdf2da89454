import type { Lang } from '../domain/primitives.ts';

export type { Lang };

/** The language a message is written in: the script most of its words have, and on a tie the one it begins with. */
export const languageOf = (text: string, otherwise: Lang = 'he'): Lang => {
  const scripts = (text.match(/\p{L}+/gu) ?? []).map((word): Lang => (/[\u05d0-\u05ea]/.test(word) ? 'he' : 'en'));
  if (scripts.length === 0) return otherwise;
  const hebrew = scripts.filter((script) => script === 'he').length;
  if (hebrew * 2 === scripts.length) return scripts[0] ?? otherwise;
  return hebrew * 2 > scripts.length ? 'he' : 'en';
};
