import { tokensOf } from './normalise.ts';

/** Numbers people write as words, in the spelling of `normalise`. */
const words: ReadonlyMap<string, number> = new Map(
  [
    'one אחד אחת',
    'two שני שתי שניים שתיים',
    'three שלושה שלוש שלושת',
    'four ארבעה ארבע ארבעת',
    'five חמישה חמש חמשת',
    'six שישה שש ששת',
    'seven שבעה שבע',
    'eight שמונה',
    'nine תשעה תשע',
    'ten עשרה עשר',
  ].flatMap((names, at) => tokensOf(names).map((token) => [token, at + 1])),
);

export const countOfWord = (token: string): number | undefined => words.get(token);
