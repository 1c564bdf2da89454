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
  ]
    .map((names, at) => [names, at + 1] as const)
    .concat([
      ['eleven', 11],
      ['twelve dozen תריסר', 12],
      ['fifteen', 15],
      ['twenty עשרים', 20],
      ['thirty שלושים', 30],
      ['forty ארבעים', 40],
      ['fifty חמישים', 50],
      ['sixty שישים', 60],
      ['seventy שבעים', 70],
      ['eighty שמונים', 80],
      ['ninety תשעים', 90],
      ['hundred מאה', 100],
      ['מאתיים', 200],
      ['thousand אלף', 1_000],
    ])
    .flatMap(([names, count]) => tokensOf(names).map((token) => [token, count])),
);

export const countOfWord = (token: string): number | undefined => words.get(token);
