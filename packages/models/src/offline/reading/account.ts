import type { Token } from './tokens.ts';

/**
 * The one place that accounts for what a reading does not use. Each rule names words that a question could be read
 * without, and that would then be answered as another question.
 */
type Rule = { readonly said: RegExp; readonly unless?: RegExp };

const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'iu');

const stranded = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${words})(?=\\s*(?:$|[,;?!.]|(?:of|and|or|to|from|for|today|now)(?![\\p{L}])))`, 'iu');

/** The number of the player is what the shirt says; the number of players is how many. */
const numberOfOne = /(?<![\p{L}])number of the (?!\p{L}+s(?![\p{L}])|people|staff|children|rows|different)\p{L}+/iu;
export const isNumberOfOne = (words: string): boolean => numberOfOne.test(words);

const rules: readonly Rule[] = [
  // What is still to be paid is not what was paid, and no column says which it is.
  {
    said: word(
      '(?:still|have|has|had|need|needs|left|due|remains?|yet) to (?:be )?(?:pay|paid|collect|collected|receive|received)|(?:still |do we |do they )owed?|outstanding|נשאר לשלם|צריך לשלם|חייבים לנו|חייבים',
    ),
  },
  // What can or will be is not what is.
  {
    said: word(
      '(?:can|could|may|might|must|should|will|would|shall|(?:has|have|had|needs?|ready|about|going|yet|allowed|supposed) to) be',
    ),
    unless: word('be (?:found|seen)'),
  },
  // "How many are out": a small word that leads to nothing says where they are.
  {
    said: stranded('out|off|up|down|over|away|through|inside'),
    unless:
      /(?<![\p{L}])(?:out|inside) of|up to|(?:add|sum|total|tally|break|split|make|work|figure)(?:s|ed|ing)? (?:it |them )?(?:up|out|down)/iu,
  },
  { said: stranded('in|on|at'), unless: /^(?:which|what|whose) /iu },
  { said: numberOfOne },
  // Today is not in the table.
  {
    said: word(
      'today|tonight|היום|הלילה|השבוע|החודש|השנה|this (?:week|month|quarter|year|morning|season|term)|(?:last|next|past|previous|coming) (?:week|month|quarter|year|season|term|few)',
    ),
  },
];

/** "Did Brazil have the most": yes or no, and no number answers it. "Are there any …" is answered by the rows. */
export const isYesOrNo = (words: string): boolean =>
  /^(?:is|are|was|were|did|does|do|has|have|can|could|will|האם)(?![\p{L}])/iu.test(words) &&
  !/^(?:(?:is|are|was|were) there|do (?:we|i|you) have|have (?:we|i) (?:got )?|do you know|האם יש)(?![\p{L}])/iu.test(
    words,
  );

/** What is left of all that there was: a column must tell what is gone. */
export const stillThere =
  /(?<![\p{L}])(?:(?:we|i|they)(?:'ve| have)? still (?:have|got|own|hold|keep)|still (?:here|there|with us|around|in stock|in the (?:shop|store|house|yard)))(?![\p{L}])/iu;

/** The words of a request that no reading may pass over; undefined where there are none. */
export const notPassedOver = (words: string): string | undefined => {
  for (const { said, unless } of rules) {
    const found = said.exec(words);
    if (found && !(unless?.test(words) ?? false)) return found[0].trim();
  }
  return stillThere.exec(words)?.[0];
};

/**
 * "How much was paid" of a table with a column Paid on: the verb speaks of that column, and an answer that leaves the
 * column aside is of something else.
 */
export const isOfOtherColumn = (
  verb: string,
  marked: string,
  columns: readonly { readonly name: string }[],
): boolean => {
  const stem = stemOf(verb);
  // What somebody pays is no matter of what was paid.
  if (/^(?:pay|earn|sell|spend|buy|cost|work|donate|receive)s?$/iu.test(verb)) return false;
  return columns.some(
    ({ name }, at) =>
      !new RegExp(`@c${at}(?!\\d)`).test(marked) &&
      name
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .some((word) => word.length > 2 && stemOf(word) === stem),
  );
};
const stemOf = (word: string): string => {
  const plain = word.toLowerCase();
  const known = [
    /^pa(?:y|ys|id|ying|yments?|yable)$/u,
    /^s(?:ell|ells|old|elling|ales?)$/u,
    /^sp(?:end|ends|ent|ending)$/u,
    /^(?:buy|buys|bought|buying)$/u,
    /^(?:give|gives|gave|given)$/u,
  ];
  return known.find((each) => each.test(plain))?.source ?? plain.replace(/(?:ing|ed|es|e|s)$/u, '');
};

/**
 * Days on which nothing of the rows themselves happens: what is due, ends or is born then. A time without a word for it
 * is not of such a column.
 */
export const isDateOfItsOwn = (column: string, words: string): boolean => {
  const said =
    /(?<![\p{L}])(?:best before|use by|due|deadline|end|ends|ending|expir\p{L}*|valid|until|birth\p{L}*|dob|next|review|renew\p{L}*|target|start|starts|starting|return|warranty|service|פירעון|סיום|תפוגה|לידה|יעד|תוקף|התחלה|חידוש)(?![\p{L}])/iu.exec(
      column,
    )?.[0];
  if (said === undefined) return false;
  const stem = said.toLowerCase().replace(/(?:s|ing|y|ed)$/u, '');
  return !words.toLowerCase().includes(stem);
};

/** Words that measure one thing alone: longer is of a length, cheaper of a price, later of a time. */
const dimensions: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:longer|shorter) than$/iu, /minutes|duration|length|hours|days|weeks|months|km|דקות|משך|אורך|שעות|ימים/iu],
  [/^cheaper than$/iu, /price|cost|rent|fee|amount|total|מחיר|עלות|סכום/iu],
  [
    /^(?:later than|earlier than|after|before|since|until|אחרי|לאחר|לפני)$/iu,
    /date|day|time|year|month|hour|תאריך|יום|שעה|שנה|חודש/iu,
  ],
];

/** Whether a comparison can be of that column. */
export const canCompare = ({ text }: Pick<Token, 'text'>, column: string): boolean =>
  dimensions.every(([said, fits]) => !said.test(text) || fits.test(column));
