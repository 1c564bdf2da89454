import type { Bilingual } from '../plan.ts';

/**
 * Words that say a thing is not to be done, is done already or is to be done on a condition. The rules know no
 * conditions, so each of them ends the reading.
 */
const withheld: readonly (readonly [RegExp, Bilingual])[] = [
  [
    /(?<![\p{L}])(?:never|don't|do not|dont|must not|mustn't|shouldn't|should not|no need to|stop)(?![\p{L}])(?! (?:have|contain|include|mind|know|exist|match|show any|need (?:them|it|those|that|these))(?![\p{L}]))|(?<![\p{L}])(?:אל|אין צורך|לא צריך|לעולם לא|אף פעם|שלא)(?= ו?[לתנ]\p{L}{2,})(?! (?:תוכל|תגיע|תבוא|תספיק|תהיה|נספיק|נגיע|נוכל)\p{L}*)/iu,
    {
      en: 'You asked me not to do this, so I left everything as it is.',
      he: 'ביקשתם לא לעשות זאת, ולכן השארתי הכול כפי שהוא.',
    },
  ],
  [
    /(?<![\p{L}])(?:already)(?![\p{L}])|(?<![\p{L}])(?:כבר)(?![\p{L}])|^(?:i|we|they|he|she|you|somebody|someone|\p{Lu}\p{L}+|(?:the|my|our) \p{L}+)(?:'ve|'d| have| has| had)?(?: just| then)? (?:sorted|ordered|arranged|added|replaced|changed|converted|filled|deleted|removed|renamed|rounded|inserted|created|updated|swapped)(?![\p{L}])/iu,
    {
      en: 'That tells me what has been done. Ask for what you want now.',
      he: 'זה מספר מה כבר נעשה. כתבו מה לעשות עכשיו.',
    },
  ],
  [
    /(?<![\p{L}])(?:(?<!more than |at )once|unless|if|as soon as|provided(?: that)?|assuming|whenever|only when|until (?:i|we|you|he|she|they|the|dana|someone) )(?![\p{L}])|(?<![\p{L}])(?:אם|אלא אם|ברגע ש\p{L}*|בתנאי ש\p{L}*|עד ש\p{L}+|אחרי ש\p{L}+|רק כש\p{L}+)(?![\p{L}])/iu,
    {
      en: "That depends on a condition, and I can't judge it. Ask again when it is met.",
      he: 'זה תלוי בתנאי שאיני יכול לבדוק. בקשו שוב כשהוא יתקיים.',
    },
  ],
];

/** "In the other sheet": which one, nobody said. */
const other: readonly [RegExp, Bilingual] = [
  /(?<![\p{L}])(?:in|on|to|into|from|of) the other (?:sheet|file|table|tab|list|workbook|document|one|column)(?![\p{L}])|(?<![\p{L}])(?:ב|ל|מ)(?:גיליון|קובץ|טבלה|רשימה|עמודה|לשונית) (?:השניי?ה?|האחרת?|ההוא|ההיא)(?![\p{L}])/iu,
  {
    en: 'Which other one do you mean? Say it by its name.',
    he: 'לאיזה אחר הכוונה? כתבו את שמו.',
  },
];

/** Days that are said of a row are no reason to wait; an order that shall be carried out another day is. */
const otherDay: readonly (readonly [RegExp, Bilingual])[] = [
  [
    /(?<![\p{L}])(?:yesterday|אתמול)(?![\p{L}])/iu,
    {
      en: 'That tells me what has been done. Ask for what you want now.',
      he: 'זה מספר מה כבר נעשה. כתבו מה לעשות עכשיו.',
    },
  ],
  [
    /(?<![\p{L}])(?:tomorrow|מחר)(?![\p{L}])/iu,
    {
      en: "That depends on a condition, and I can't judge it. Ask again when it is met.",
      he: 'זה תלוי בתנאי שאיני יכול לבדוק. בקשו שוב כשהוא יתקיים.',
    },
  ],
];
export const isForOtherDay = (words: string): Bilingual | undefined =>
  otherDay.find(([pattern]) => pattern.test(words))?.[1];

/** Why a request is not to be carried out as it stands; undefined when nothing in it says so. */
export const withheldIn = (words: string): Bilingual | undefined =>
  [...withheld, other].find(([pattern]) => pattern.test(isAsking.test(words) ? words.replace(asked, '') : words))?.[1];

/** "Which plants never sold" forbids nothing, and "who ordered most" tells nothing: they ask what happened. */
const isAsking =
  /^(?:which|what|who|whose|how many|how much|when|where|did|does|do|is|are|was|were|has|have|any|מי|מה|כמה|איזה|איזו|אילו|מתי|האם)(?![\p{L}])/iu;
const asked = /(?<![\p{L}])(?:never|already|כבר)(?![\p{L}])|^(?:who|which|what|whose)(?![\p{L}])/giu;
