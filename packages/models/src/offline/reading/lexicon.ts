import { glue } from './glue.ts';
import { nearestWords } from './spelling.ts';

/**
 * The words a question about a table is made of. Each stands for one letter, so that a question can be read as a short
 * string: `ac_bc` is "total Amount … by Region". A word that is in none of the lists is not passed over: it ends the
 * reading.
 *
 * g within each · a sum or another measure · k count · b by · s sort · d direction · f "first" · o comparison · p "or more" · y is ·
 * x not · M more, of two · & and · | or · m between · e empty · ~ contains · t top · T first n · r rows · u distinct · h which · w column · z verb of trade
 */
export type Meaning = { readonly tag: string; readonly means?: string };

const list = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const tagged: readonly (readonly [string, string | undefined, string])[] = [
  [
    'a',
    'sum',
    `total, totals, subtotal, subtotals, sub-total, sub-totals, the total, sum, sums, summed, summing, sum up, sums up, summing up, add up, adds up, added up, adding up, add together, in total, altogether, all together, overall, combined, grand total, sum total, how much, total up, come to, comes to, came to, amount to, amounts to, add up to, adds up to, total up to, sum to, sums to, how much money, is worth, are worth, totalled, totalling, totaled, totaling, tally, tally up, cumulative, aggregate,
    סכום, סיכום, סך, סך הכל, סך הכול, סך כל, סך כול, סה״כ, הסה״כ, בסך הכל, בסך הכול, בסה״כ, סכם, סכמי, סכמו, תסכם, תסכמי, לסכם, מסכם, חבר, תחבר, תחברי, לחבר, ביחד, יחד, כמה כסף, כמה בסך הכל, הכולל, הכוללת, כמה יוצא`,
  ],
  [
    'a',
    'avg',
    `average, averages, avg, mean, on average, averaged, averaging, ממוצע, ממוצעת, הממוצע, הממוצעת, בממוצע, ממוצעים`,
  ],
  ['a', 'median', 'median, the median, חציון, החציון, חציוני, החציוני'],
  [
    'a',
    'share',
    `share, the share, percentage, what percentage, percent, what percent, what share, proportion, אחוז, איזה אחוז, מה אחוז, כמה אחוזים, אחוזים`,
  ],
  [
    'a',
    'max',
    `maximum, max, highest, largest, biggest, greatest, most, best, peak, top, biggest single, largest single, highest single,
    מקסימום, המקסימום, מקסימלי, מקסימלית, המקסימלי, המקסימלית, הגבוה ביותר, הגבוהה ביותר, הגבוהים ביותר, הגבוהות ביותר, הכי גבוה, הכי גבוהה, הכי גבוהים, הכי גבוהות, הגדול ביותר, הגדולה ביותר, הגדולים ביותר, הגדולות ביותר, הכי גדול, הכי גדולה, הכי גדולות, הכי גדולים, מרבי, המרבי, המרבית, הגבוה, הגבוהה, הגבוהים, הגבוהות, הגדול, הגדולה, הגדולים, הגדולות, הכי הרבה, הרב ביותר`,
  ],
  [
    'a',
    'min',
    `minimum, min, lowest, smallest, least, fewest,
    מינימום, המינימום, מינימלי, מינימלית, המינימלי, המינימלית, הנמוך ביותר, הנמוכה ביותר, הנמוכים ביותר, הנמוכות ביותר, הכי נמוך, הכי נמוכה, הכי נמוכים, הכי נמוכות, הקטן ביותר, הקטנה ביותר, הכי קטן, הכי קטנה, מזערי, המזערי, הנמוך, הנמוכה, הנמוכים, הקטן, הקטנה, הכי פחות, הכי מעט`,
  ],
  [
    'k',
    undefined,
    `how many, count, counts, counting, number of, the number of, numbers of, count of, counts of, כמה, מספר, מה מספר, מספרם של, ספור, ספרי, תספור, תספרי, לספור`,
  ],
  [
    'b',
    undefined,
    `by, per, for each, for every, in each, in every, each, every, grouped by, group by, grouping by, broken down by, breakdown by, break down by, split by, split up by, divided by, across, across all, according to, of each, of every, from each, on each, at each, for the different, by each, for each of the, to each, summarised by, summarized by, listed by,
    לפי, לכל, בכל, עבור כל, פר, מכל, כל, של כל, על פי, בחלוקה ל, בחלוקה לפי, מחולק לפי, מחולקים לפי, מקובץ לפי, בפילוח לפי, לפי כל, אצל כל, לכל אחת מה, לכל אחד מה`,
  ],
  ['g', undefined, 'within each, within every, inside each, inside every, בתוך כל'],
  [
    's',
    undefined,
    `sort, sorts, sorted, sorting, order, ordered, ordering, arrange, arranged, arranging, rank, ranked, ranking, reorder, reordered, in order, in order of, order of, re-sort, resort, re-order, sort order, alphabetical, alphabetically, in alphabetical order, alphabetical order, chronological, chronologically, in chronological order, chronological order, date order, in date order, organise, organize, organised, organized,
    מיין, מייני, מיינו, תמיין, תמייני, למיין, ממוין, ממוינת, ממוינים, ממוינות, ממויין, סדר, סדרי, תסדר, תסדרי, לסדר, ממיינים, מסודר, מסודרת, מסודרים, מיון, אלפביתי, אלפביתית, בסדר אלפביתי, סדר אלפביתי, לפי סדר אלפביתי, לפי הא״ב, לפי א״ב, בסדר הא״ב, לפי האלף-בית, כרונולוגי, בסדר כרונולוגי, דרג, תדרג, לדרג, בסדר`,
  ],
  [
    'd',
    'desc',
    `descending, desc, in descending order, descending order, in a descending order, high to low, from high to low, highest to lowest, from highest to lowest, from the highest to the lowest, largest to smallest, from largest to smallest, from the largest to the smallest, biggest to smallest, from biggest to smallest, from the biggest to the smallest, big to small, from big to small, large to small, most to least, from most to least, most expensive first, dearest first, priciest first, z to a, from z to a, z-a, z → a, reverse alphabetical, reverse alphabetical order, in reverse alphabetical order, reverse alphabetically, newest first, latest first, most recent first, newest to oldest, from newest to oldest, decreasing, in decreasing order, decreasing order, in reverse, in reverse order, expensive to cheap, most expensive to cheapest, from most expensive to cheapest, from the most expensive to the cheapest, from expensive to cheap, dearest to cheapest,
    יורד, יורדת, בסדר יורד, מהגבוה לנמוך, מגבוה לנמוך, מהגבוהה לנמוכה, מהגדול לקטן, מגדול לקטן, מהגדולה לקטנה, מהיקר לזול, מיקר לזול, מהגבוה ביותר לנמוך ביותר, מהגבוה אל הנמוך, מהגדול אל הקטן, מהחדש לישן, מחדש לישן, מהמאוחר למוקדם, מת עד א, מת׳ עד א׳, מת׳ לא׳, מת לא, מלמעלה למטה, מהרב למעט, מהיקר ביותר לזול ביותר`,
  ],
  [
    'd',
    'asc',
    `ascending, asc, in ascending order, ascending order, in an ascending order, low to high, from low to high, lowest to highest, from lowest to highest, from the lowest to the highest, smallest to largest, from smallest to largest, from the smallest to the largest, smallest to biggest, from smallest to biggest, from the smallest to the biggest, small to big, small to large, from small to large, from small to big, least to most, from least to most, cheapest first, cheap to expensive, cheapest to most expensive, from cheapest to most expensive, from the cheapest to the most expensive, from cheap to expensive, cheapest to dearest, a to z, from a to z, a-z, a → z, oldest first, earliest first, oldest to newest, from oldest to newest, increasing, in increasing order, increasing order, 
    עולה, בסדר עולה, מהנמוך לגבוה, מנמוך לגבוה, מהנמוכה לגבוהה, מהקטן לגדול, מקטן לגדול, מהקטנה לגדולה, מהזול ליקר, מזול ליקר, מהנמוך ביותר לגבוה ביותר, מהנמוך אל הגבוה, מהקטן אל הגדול, מא עד ת, מא׳ עד ת׳, מא׳ לת׳, מא לת, מהישן לחדש, מישן לחדש, מהמוקדם למאוחר`,
  ],
  [
    'f',
    undefined,
    `first, at the top, on top, at top, up top, coming first, to the top, at the beginning, at the start, ראשון, ראשונה, ראשונים, ראשונות, קודם, למעלה, בראש, בהתחלה, בראש הרשימה, בראש הטבלה`,
  ],
  [
    'o',
    '>',
    `more than, greater than, larger than, bigger than, higher than, over, above, exceeding, exceeds, exceed, >, in excess of, beyond, better than, longer than, later than, after,
    יותר מ, גדול מ, גדולה מ, גדולים מ, גדולות מ, גבוה מ, גבוהה מ, גבוהים מ, גבוהות מ, מעל, מעל ל, עולה על, העולה על, שעולה על, מעבר ל, אחרי, לאחר`,
  ],
  [
    'o',
    '<',
    `less than, fewer than, lower than, smaller than, under, below, <, beneath, shorter than, cheaper than, before, earlier than, פחות מ, קטן מ, קטנה מ, קטנים מ, קטנות מ, נמוך מ, נמוכה מ, נמוכים מ, נמוכות מ, מתחת ל, מתחת, לפני`,
  ],
  [
    'o',
    '>=',
    `at least, no less than, no fewer than, not less than, a minimum of, >=, ≥, since, לפחות, לא פחות מ, החל מ`,
  ],
  ['o', '<=', `at most, no more than, not more than, up to, a maximum of, <=, ≤, until, לכל היותר, עד, לא יותר מ`],
  ['p', '>=', 'or more, or above, or higher, or over, and above, and up, and over, or greater, ומעלה, או יותר'],
  ['p', '<=', 'or less, or fewer, or below, or lower, or under, and below, and under, ומטה, או פחות'],
  [
    'y',
    undefined,
    'is, are, equals, equal to, equal, =, was, were, is equal to, being, matches, matching, הוא, היא, הם, הן, שווה, שווה ל, הינו, הינה',
  ],
  [
    'x',
    undefined,
    "not, isnt, hasnt, havent, hadnt, didnt, doesnt, wasnt, werent, arent, isn't, is not, hasn't, haven't, hadn't, has not, have not, didn't, did not, doesn't, does not, hasn't got, haven't got, hasnt got, havent got, has no, have no, with no, hasn't been, haven't been, has not been, have not been, wasn't, weren't, was not, were not, not been, aren't, are not, except, except for, excluding, other than, but not, apart from, all but, everything but, besides, is anything but, without, leaving out, not counting, not including, לא, אינו, אינה, אינם, שאינו, שאינה, שאינם, חוץ מ, חוץ, למעט, מלבד, שלא, פרט ל, בלי, מבלי, ללא, לא כולל, אין להם, אין לו, אין לה",
  ],
  ['&', undefined, 'and, as well as, along with, together with, &, וגם, ו, וכן, יחד עם, גם'],
  ['|', undefined, 'or, either, או'],
  ['m', undefined, 'between, בין'],
  ['e', undefined, 'empty, blank, missing, ריק, ריקה, ריקים, ריקות, חסר, חסרה, חסרים, חסרות'],
  [
    '~',
    undefined,
    'contains, contain, containing, includes, include, mentions, mention, mentioning, with the word, with the text, that has the word, מכיל, מכילה, מכילים, המכיל, המכילה, שמכיל, שמכילה, שכולל, שכוללת, הכולל את המילה, עם המילה',
  ],
  [
    'r',
    undefined,
    `row, rows, record, records, entry, entries, line, lines, item, items, data, every row, each row, all rows, all the rows, whole rows, full rows, the full row, complete rows, entire rows, of them, ones, one, everything, people, employees, employee, workers, staff, staff members, sales, sale, orders, order lines, deals, transactions, purchases, expenses, things, results, details, positions, whole row, full details, table, contents, file, spreadsheet,
    שורה, שורות, השורה, השורות, שורות מלאות, השורות המלאות, השורה המלאה, רשומה, רשומות, הרשומות, עובד, עובדים, העובדים, מהעובדים, עובדות, איש, אנשים, האנשים, פריטים, הפריטים, מכירות, המכירות, מכירה, המכירה, עסקאות, העסקאות, הזמנות, נתונים, הנתונים, כל השורות, כל מי, כל מי ש, כל אלה, כל העובדים, כל הנתונים, כל הרשומות, טבלה, הטבלה, הקובץ, קובץ, פירוט, פרטים, הפרטים`,
  ],
  ['M', 'max', 'more, יותר'],
  ['M', 'min', 'less, fewer, פחות'],
  ['u', undefined, 'distinct, unique, different, separate, שונים, שונות, ייחודיים, ייחודיות'],
  ['h', undefined, 'which, who, what, whom, מי, למי, ממי, איזה, אילו, איזו, אלו'],
  [
    'w',
    undefined,
    'column, columns, field, fields, עמודה, עמודת, העמודה, עמודות, העמודות, בעמודה, בעמודת, שבעמודה, טור, בטור, הטור, השדה',
  ],
];

const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...glue.map(([each, tag]) => [each, { tag }] as const),
  ...tagged.flatMap(([tag, means, words]) =>
    list(words).map((each) => [each, { tag, ...(means ? { means } : {}) }] as const),
  ),
]);

const finals: Readonly<Record<string, string>> = { כ: 'ך', מ: 'ם', נ: 'ן', פ: 'ף', צ: 'ץ' };

/** "Monthly" is by month, where there is a month. */
export const adverbs: Readonly<Record<string, readonly string[]>> = {
  monthly: ['month', 'חודש'],
  yearly: ['year', 'שנה'],
  annual: ['year', 'שנה'],
  daily: ['date', 'day', 'תאריך', 'יום'],
  regional: ['region', 'אזור'],
  חודשי: ['month', 'חודש'],
  חודשית: ['month', 'חודש'],
};

export const longestPhrase = 6;
export const meaningOf = (phrase: string): Meaning | undefined => {
  const plain = phrase.toLowerCase();
  const exact = meanings.get(plain);
  if (exact) return exact;
  // A Hebrew word may carry the small words before it: and, the, in, to, from, that. What is left must be a word of
  // its own: stripped down to two letters, "without" would become "in" and "me".
  const bare =
    /^[ושבלמכה]{1,2}(\p{Script=Hebrew}{3}.*)$/u.exec(plain)?.[1] ?? /^ו(\p{Script=Hebrew}{2})$/u.exec(plain)?.[1];
  if (bare !== undefined && meanings.has(bare)) return meanings.get(bare);
  // … and one to several people ends like one to one person, with a letter more.
  const single = /^(\p{Script=Hebrew}{2,})([כמנפצ]|\p{Script=Hebrew})[וי]$/u.exec(plain);
  const [, stem = '', last = ''] = single ?? [];
  return single ? (meanings.get(stem + last) ?? meanings.get(stem + (finals[last] ?? last))) : undefined;
};

/** Superlatives that speak of a column without naming it: the dearest of a price, the longest of a duration. */
type Superlative = { readonly means: 'max' | 'min'; readonly columns: readonly RegExp[] };
const priceNames = [
  /^(?:unit )?(?:price|cost)$|^(?:מחיר|עלות)$/iu,
  /(?:^|\s)(?:price|cost|rent|fee)(?:$|\s)|^(?:מחיר|עלות)\s/iu,
  /^(?:total |order )?(?:amount|total)$|^סכום$/iu,
];
const lengthNames = [/(?:^|\s)(?:minutes|duration|length|hours|days)$|^(?:דקות|משך|אורך|שעות)(?:$|\s)/iu];
const serviceNames = [/^(?:seniority|years of service|years)$|^(?:ותק|שנות ותק)$/iu];
const weightNames = [/^weight(?:$|\s)|^משקל(?:$|\s)/iu];
const ageNames = [/^age$|^גיל$/iu];
const superlatives: readonly (readonly ['max' | 'min', readonly RegExp[], string])[] = [
  ['max', priceNames, 'dearest, priciest, most expensive, costliest, היקר ביותר, הכי יקר, היקרה ביותר, הכי יקרה'],
  ['min', priceNames, 'cheapest, least expensive, הזול ביותר, הכי זול, הזולה ביותר, הכי זולה'],
  ['max', lengthNames, 'longest, הארוך ביותר, הכי ארוך, הארוכה ביותר, הכי ארוכה'],
  ['min', lengthNames, 'shortest, הקצר ביותר, הכי קצר, הקצרה ביותר, הכי קצרה'],
  ['max', serviceNames, 'most senior, longest serving, הוותיק ביותר, הותיק ביותר, הכי ותיק, הוותיקה ביותר, הכי ותיקה'],
  ['max', weightNames, 'heaviest, הכבד ביותר, הכי כבד'],
  ['min', weightNames, 'lightest, הקל ביותר, הכי קל'],
  ['max', ageNames, 'oldest, eldest, המבוגר ביותר, הכי מבוגר'],
  ['min', ageNames, 'youngest, הצעיר ביותר, הכי צעיר'],
];
/** Superlatives of a time: the row of the latest day, and whoever began first. */
const startNames = [
  /^(?:started|start date|joined|join(?:ing)? date|hired|hire date|with us since|since)$|^(?:תאריך )?(?:הצטרפות|תחילת עבודה|התחלה)$/iu,
];
const dayNames = [/^(?:date|day|תאריך|יום)$/iu, /./u];
const timely: readonly (readonly ['max' | 'min', readonly RegExp[], string])[] = [
  ['max', dayNames, 'latest, newest, most recent, הכי חדש, הכי חדשה, החדש ביותר, החדשה ביותר, הכי אחרון, הכי אחרונה'],
  ['min', dayNames, 'earliest, הכי מוקדם, המוקדם ביותר, המוקדמת ביותר'],
  [
    'min',
    startNames,
    'most senior, longest serving, longest standing, with us longest, with us the longest, הוותיק ביותר, הותיק ביותר, הכי ותיק, הוותיקה ביותר, הכי ותיקה, הכי הרבה זמן',
  ],
];
const timelyByWord: ReadonlyMap<string, Superlative> = new Map(
  timely.flatMap(([means, columns, words]) => list(words).map((word) => [word, { means, columns }] as const)),
);
export const timelyOf = (words: string): Superlative | undefined => timelyByWord.get(words.toLowerCase());

const superlativeByWord: ReadonlyMap<string, Superlative> = new Map(
  superlatives.flatMap(([means, columns, words]) => list(words).map((word) => [word, { means, columns }] as const)),
);
export const superlativeOf = (word: string): Superlative | undefined => superlativeByWord.get(word.toLowerCase());

/** The column a superlative speaks of: of the nearest kind of name, and only when one column has such a name. */
export const columnMeant = (columns: readonly RegExp[], names: readonly string[]): string | undefined => {
  for (const pattern of columns) {
    const [only, other] = names.filter((name) => pattern.test(name));
    if (only !== undefined) return other === undefined ? only : undefined;
  }
  return undefined;
};
export const priceColumn = (names: readonly string[]): string | undefined => columnMeant(priceNames, names);

/** The words of the rules that one slip of the finger leads to. Short words have too many neighbours. */
export const nearWords = (word: string): readonly string[] =>
  word.length < 5 ? [] : nearestWords(word, spelled).filter((each) => each.length >= 5);
const spelled = [...meanings.keys()].filter((each) => /^\p{L}{5,}$/u.test(each));

export const isKnownWord = (word: string): boolean => meanings.has(word.toLowerCase());

/** A word that carries nothing, or only stands for rows or columns as such. */
export const isSmallWord = (word: string): boolean => ' rhwk&'.includes(meaningOf(word)?.tag ?? '?');

const numberWords: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  שני: 2,
  שתי: 2,
  שתיים: 2,
  שניים: 2,
  שלוש: 3,
  שלושה: 3,
  שלושת: 3,
  ארבע: 4,
  ארבעה: 4,
  ארבעת: 4,
  חמש: 5,
  חמישה: 5,
  חמשת: 5,
  שש: 6,
  שישה: 6,
  ששת: 6,
  שבע: 7,
  שבעה: 7,
  שמונה: 8,
  תשע: 9,
  תשעה: 9,
  עשר: 10,
  עשרה: 10,
  עשרת: 10,
};
export const numberOf = (word: string): number | undefined => {
  const plain = word.toLowerCase();
  return numberWords[plain] ?? numberWords[plain.replace(/^[הבלמוש](?=.{2})/u, '')];
};
