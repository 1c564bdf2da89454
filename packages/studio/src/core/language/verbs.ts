import { normalise } from './normalise.ts';

/**
 * Every way a Hebrew request can be put to one or several people: "להוסיף", "תוסיף", "תוסיפי", "תוסיפו", "נוסיף",
 * "הוסף", "הוסיפו". Written as infinitive:future stem:imperatives; a future stem that ends in ה loses it
 * before another ending ("תשנה", "תשני").
 */
export const formsOf = (verb: string): readonly string[] => {
  const [infinitive = '', future = '', imperatives = ''] = verb.split(':');
  const stem = normalise(future);
  const weak = stem.endsWith('ה');
  const bare = weak ? stem.slice(0, -1) : stem;
  const futures = [...'תנ'].flatMap((person) => [`${person}${stem}`, `${person}${bare}י`, `${person}${bare}ו`]);
  const said = imperatives.split('|').filter(Boolean).map(normalise);
  return [...new Set([normalise(infinitive), ...(stem ? futures : []), ...said])];
};
