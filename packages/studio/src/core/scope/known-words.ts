import { colourWords } from '../language/colours.ts';
import { tokensOf, variantsOf } from '../language/normalise.ts';
import { formsOf } from '../language/verbs.ts';
import * as words from '../routing/lexicon.ts';

/** Words that are no part of a new thing's name: what routes speak of, colours, and the glue of both languages. */
const glue = `
  a an the to of in on for with and or at by from it is be as this that these those all my our me us please
  here there too very just only up down out off into over under per each should must will can but not no yes
  ואת ושל ועל ועם
  את של על עם אל או גם רק כל זה זאת זו אלה יש אין כן לא לנו לי שלי שלנו בבקשה כאן שם מאוד קצת ממש עד בין תחת
  להיות יהיה תהיה יהיו אבל כי אם אז עכשיו
  meter meters metre metres cm mm m מטר מטרים סמ ממ high wide deep long tall גובה רוחב עומק אורך שקל שקלים אחוז color colour shade size price cost task tasks
`;

const entries = words.routes.flatMap((route) =>
  ([1, 2, 3] as const).flatMap((weight) => words.lexicon[route][weight].split(/[,\s]+/).filter(Boolean)),
);
const verbForms = Object.values(words.verbs).flatMap((list) => list.split(/\s+/).filter(Boolean).flatMap(formsOf));
const spoken = [words.greetings, words.making, words.wishes, words.also, words.bringing, words.openingVerbs].flatMap(
  tokensOf,
);
const whole = new Set([
  ...tokensOf(glue),
  ...colourWords,
  ...verbForms,
  ...spoken,
  ...entries.filter((entry) => !entry.endsWith('*')).flatMap(tokensOf),
]);
const beginnings = new Set(
  entries.filter((entry) => entry.endsWith('*')).map((entry) => tokensOf(entry.slice(0, -1)).join('')),
);
const shortest = Math.min(...[...beginnings].map(({ length }) => length));

export const isKnownWord = (token: string): boolean =>
  variantsOf(token).some((form) => whole.has(form) || beginsKnown(form));

const beginsKnown = (form: string): boolean => {
  for (let length = shortest; length <= form.length; length += 1)
    if (beginnings.has(form.slice(0, length))) return true;
  return false;
};
