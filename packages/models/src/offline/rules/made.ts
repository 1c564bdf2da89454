import { type Field, isPlainName, isVague, readFields } from '../reading/fields.ts';
import { takePlace } from '../reading/places.ts';
import type { Parts } from '../rule.ts';
import { add, addHe, article, fresh } from './words.ts';

/** "Add a slide …": the thing to be made, then its fields in any order, and where it goes. */
export const made =
  (thing: string, thingHe: string, fields: readonly Field[]) =>
  (rest: string): Parts | undefined => {
    const { words, place } = takePlace(rest);
    const parts = readMade(tidied(words), thing, thingHe, fields);
    return parts && place ? { ...parts, side: place.side, near: place.near } : parts;
  };

/** What is new goes to the end unless another place is said. */
const tidied = (words: string): string =>
  words
    .replace(/^(?:at the (?:very )?(?:end|bottom|back)|בסוף|בסופה?|לסוף)[\s,:]+/iu, '')
    .replace(/^(?:please|בבקשה)[\s,]+/iu, '');

const readMade = (words: string, thing: string, thingHe: string, fields: readonly Field[]): Parts | undefined => {
  const heads = [
    new RegExp(`^${add}${article}${fresh}${thing}(?![\\p{L}])`, 'iu'),
    new RegExp(
      `^${addHe}(?:עוד |את ה|ה)?(?:${thingHe})(?![\\p{L}])(?: ו?(?:חדשה?|נוסף|נוספת|ריקה?|אחרון|אחרונה|אחת|אחד)(?![\\p{L}]))*`,
      'u',
    ),
  ];
  for (const head of heads) {
    const found = head.exec(words);
    const parts = found ? readFields(words.slice(found[0].length), fields) : undefined;
    if (parts?.name !== undefined && isPlainName(parts.name) && !isVague(parts.name))
      return { ...found?.groups, ...parts };
  }
  // "Add a Summary sheet": the name stands before.
  const before = new RegExp(
    `^${add}(?:an? |the )${fresh}(?<name>@q\\d+|[\\p{L}\\p{N}-]+) ${thing}(?![\\p{L}])`,
    'iu',
  ).exec(words);
  const name = before?.groups?.name;
  const others = before && name && isPlainName(name) ? readFields(words.slice(before[0].length), fields) : undefined;
  return others && others.name === undefined ? { ...before?.groups, ...others, name } : undefined;
};

export const called: Field = {
  name: 'name',
  marker:
    /^(?!(?:title|name|heading|header|headline):)(?=(?-i:\p{Lu})[\p{L}\p{N}-]*(?:,|$|:\s?@q|:\s(?=(?-i:\p{Lu}))|\s(?:with|and|that|at|having)\s))|^,\s(?=(?-i:\p{Lu})[\p{L}\p{N} ]*(?:,|$| with))|^(?:(?:and |we )?(?:call|name|title|label) it|to be (?:called|named|titled)|(?:and )?give it the (?:name|title)|ו?תקרא לו|ו?תקראי לו|ו?תקרא לה|ו?קרא לו|called|named|titled|entitled|headed|labelled|labeled|by the name of|with(?: the| a)? (?:title|name|heading|header)|(?:(?:its|the|sheet|slide) )?(?:title|name|heading|header|headline)(?: is| should be| of| reads)?|whose (?:title|name) is|בשם|שנקראת?|שייקרא|שתיקרא|שכותרתה|שכותרתו|עם (?:ה)?(?:כותרת|שם)|ו?ה?כותרת(?: היא| תהיה)?|ששמו|ששמה|ה?שם(?: הוא)?)(?![\p{L}])\s?:?\s?/iu,
};
