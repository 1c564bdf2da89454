/**
 * The words a question about a table is made of. Each stands for one letter, so that a question can be read as a short
 * string: `ac_bc` is "total Amount … by Region". A word that is in none of the lists is not passed over: it ends the
 * reading.
 *
 * g within each · a sum or another measure · k count · b by · s sort · d direction · f "first" · o comparison · p "or more" · y is ·
 * x not · & and · | or · m between · e empty · ~ contains · t top · T first n · r rows · u distinct · h which · w column
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
  [
    'a',
    'max',
    `maximum, max, highest, largest, biggest, greatest, most, best, peak, top,
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
    "not, isn't, is not, aren't, are not, except, except for, excluding, other than, but not, apart from, all but, everything but, besides, is anything but, לא, אינו, אינה, אינם, שאינו, שאינה, שאינם, חוץ מ, למעט, מלבד, שלא, פרט ל",
  ],
  ['&', undefined, 'and, as well as, along with, together with, &, וגם, ו, וכן, יחד עם, גם'],
  ['|', undefined, 'or, either, או'],
  ['m', undefined, 'between, בין'],
  ['e', undefined, 'empty, blank, missing, ריק, ריקה, ריקים, ריקות, חסר, חסרה'],
  [
    '~',
    undefined,
    'contains, contain, containing, includes, include, mentions, mention, mentioning, with the word, with the text, that has the word, מכיל, מכילה, מכילים, המכיל, המכילה, שמכיל, שמכילה, שכולל, שכוללת, הכולל את המילה, עם המילה',
  ],
  [
    'r',
    undefined,
    `row, rows, record, records, entry, entries, line, lines, item, items, data, every row, each row, all rows, all the rows, whole rows, full rows, the full row, complete rows, entire rows, of them, ones, one, everything, people, employees, employee, workers, staff, staff members, sales, sale, orders, order lines, deals, transactions, purchases, expenses, things, results, details, positions, whole row, full details, table, contents, file,
    שורה, שורות, השורה, השורות, שורות מלאות, השורות המלאות, השורה המלאה, רשומה, רשומות, הרשומות, עובד, עובדים, העובדים, מהעובדים, עובדות, איש, אנשים, האנשים, פריטים, הפריטים, מכירות, המכירות, מכירה, המכירה, עסקאות, העסקאות, הזמנות, נתונים, הנתונים, כל השורות, כל מי, כל מי ש, כל אלה, כל העובדים, כל הנתונים, כל הרשומות, טבלה, הטבלה, הקובץ, קובץ, פירוט, פרטים, הפרטים`,
  ],
  ['u', undefined, 'distinct, unique, different, separate, שונים, שונות, ייחודיים, ייחודיות'],
  ['h', undefined, 'which, who, what, whom, מי, איזה, אילו, איזו, אלו'],
  [
    'w',
    undefined,
    'column, columns, field, fields, עמודה, עמודת, העמודה, עמודות, העמודות, בעמודה, בעמודת, שבעמודה, טור, בטור, הטור, השדה',
  ],
];

/** Words that carry nothing a question would turn on. Nothing that denies, narrows or names belongs here. */
const fillers =
  list(`a, an, the, of, in, on, at, to, for, from, with, that, this, these, those, it, its, it's, there, here, me, i, i'd, i'm, we, we've, us, our, my, your, you, they, them, their, do, does, did, done, has, have, had, having, be, been, am, will, would, can, could, should, may, shall, as, into, out, up, down, then, only, just, exactly, simply, really, actually, currently, together, all, any, both, some, so, such, show, shows, showing, shown, list, lists, listing, listed, give, gives, giving, get, gets, getting, got, find, finding, found, tell, telling, see, seeing, look, looking, want, need, needs, like, know, display, print, return, fetch, pull, pulling, pick, select, extract, filter, filtered, filtering, keep, keeping, view, calculate, calculating, compute, computing, work, works, working, figure, determine, check, report, make, makes, made, making, put, take, taken, bring, brings, brought, come, comes, came, coming, go, goes, going, went, run, say, says, read, contain, where, whose, when, how, belong, belongs, belonging, relate, relating, related, regarding, concerning, about, among, within, inside, sold, sell, sells, selling, spent, spend, spends, spending, paid, pay, pays, paying, earn, earns, earned, earning, cost, costs, planned, plan to, plan on, budgeted, recorded, held, hold, holds, holding, stand, value, values, figure out, break, break down, breakdown, broken down, broken, split, group, groups, grouped, grouping, summary, summarise, summarize, summary of, summarised, what's, whats, who's, where's, that's, there's, let, mind, kind, type, aside, bought, buy, worth, set, stock, available, using, use, ’s, 's, s, off, through, across the board, now, please, also, much, we're, we'd, you've, appear, appears, which are, which is, that are, that is, in the file, in this file, table of, list of, overview of, answer, result, quickly, live, lives, living, located, based, new, copy, version, save, saved, write, written, create, created, produce, generate, store, money, cash, going by, judging by, looking at, that way, this way, save the change, save the changes, save changes, save the change, save it in the same file, in the same file, save the change in the same file, in place, within, quick, rundown, brief, short, simple, plain, nice, good, great, right, sure, wondering, wonder, curious, guess, idea, question, info, information, detail, bit, little, lot, couple, hello, team, boss, manager, client, clients, colleague, colleagues, meeting, accountant, board, minute, moment, glance, handy, ready, able, try, trying, help, helps, think, thinking, believe, suppose, remember, forget, understand, interested, interesting, important, needed, required, requested, wanted, asked, asks, asking, tell us, say to, mean, means, meaning, supposed, happen, happens, happened, want to, going to, used, useful, useful for, shop, office, company, firm, business, book, books, sheet for, entered, entering, written down, noted, listed in, mentioned, shown in, given, giving me, stored, kept, keeps, recorded in, contained, included, showing up, turn up, turned up, each one, every one, everyone, everybody, someone, somebody, anyone, anything, something, thing, stuff, place, places, part, parts, side, hand, end, beginning, start, rest, whole, entire, complete, full, actual, certain, specific, particular, exact, correct, proper, single, own, very, quite, rather, fine, enough, perfect, pretty, too, well, still, already, yet, again, once, always, often, maybe, perhaps, possibly, probably, though, because, since we, while, during the, inside the, he, she, his, her, him, hers, me a, us a, i've, i'll, we'll, you'd, you'll, it'll, they're, they've, don't mind, ok, okay, alright, cheers, hey, hi, dear, yes, no problem, ask, reply, respond, answer me, explain to, speak, talk, name them, names of, called, named, titled, known, known as, under the, put aside, set aside, put by, laid out, drawn, draw up, work out, worked out, calculated, computed, arrive, reach, reached, equal out, bring in, brought in, take in, took in, took, taking, gave, saw, seen, gets us, run up, ran up, amounted, made up, make up, currently in, present, presently, exist, exists, live in, lives in, stay, stays, sit, sits, fall, falls, falling, fit, fits, match, meet, meets, qualify, satisfy, apply, applies,
  את, של, על, אל, עם, ב, ל, מ, ה, ש, כ, מן, זה, זו, זאת, אלה, אלו, לי, לנו, לך, יש, כאן, פה, שם, מה, מהו, מהי, מהם, מהן, מתוך, מבין, בתוך, תוך, עבור, בשביל, אצל, אשר, כאשר, כש, שבהם, שבהן, שבו, שבה, שיש, להם, להן, לו, לה, שלהם, שלהן, שלו, שלה, שלנו, רק, בלבד, כולם, כולן, הצג, הציגי, תציג, תציגי, להציג, הראה, הראי, תראה, תראי, להראות, תן, תני, תנו, לתת, הבא, תביא, תביאי, להביא, מצא, מצאי, תמצא, תמצאי, למצוא, רשימה, רשימת, הרשימה, חשב, חשבי, תחשב, תחשבי, לחשב, תגיד, תגידי, להגיד, ספר, סנן, סנני, תסנן, תסנני, לסנן, סינון, השאר, תשאיר, תשאירי, להשאיר, הוצא, תוציא, תוציאי, להוציא, שלוף, תשלוף, לשלוף, בחר, היה, הייתה, היו, יוצא, יוצאת, יוצאים, מקבל, מקבלת, מקבלים, מקבלות, מרוויח, מרוויחה, מרוויחים, מרוויחות, גר, גרה, גרים, גרות, מתגורר, מתגוררים, מכרנו, הוצאנו, קיבלנו, שילמנו, משלמים, משלם, משלמת, שילמו, שולם, שולמו, מוציאים, הוציאו, מכרו, נמכר, נמכרו, נמכרה, מוכרים, הרווחנו, קנינו, קנו, עולים, עלה, עלו, עולות, הכניס, הכניסה, הכניסו, היום, כיום, בעצם, ממש, אנו, עומד, עומדת, נמצא, נמצאת, נמצאים, נמצאות, שנמצאים, שנמצאות, שנמצא, מופיע, מופיעים, מופיעות, רוצה, צריך, צריכה, לראות, לדעת, לקבל, ערך, ערכים, הערך, הערכים, בבקשה, כרגע, אותו, אותה, אותם, אותן, אני, אנחנו, חלק, פלח, תפלח, פילוח, קבץ, תקבץ, לקבץ, חדש, חדשה, נכון, בערך, מסוג, שגרים, שגרות, שמקבלים, רשומים, רשומות, רשום, קיימים, קיימות, מועסקים, מועסקות, שמרוויחים, שעובדים, עובדים ב, ששייכים, שייכים, שייכות, ומה, אז, כמו, התוצאה, לפרט, שמור, תשמור, תשמרי, לשמור, נא, כסף, הכסף`);

const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...fillers.map((each) => [each, { tag: ' ' }] as const),
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
  // A Hebrew word may carry the small words before it: and, the, in, to, from, that.
  const bare = /^[ושבלמכה]{1,2}(\p{Script=Hebrew}{2}.*)$/u.exec(plain)?.[1];
  if (bare !== undefined && meanings.has(bare)) return meanings.get(bare);
  // … and one to several people ends like one to one person, with a letter more.
  const single = /^(\p{Script=Hebrew}{2,})([כמנפצ]|\p{Script=Hebrew})[וי]$/u.exec(plain);
  const [, stem = '', last = ''] = single ?? [];
  return single ? (meanings.get(stem + last) ?? meanings.get(stem + (finals[last] ?? last))) : undefined;
};

/** Words for the dearest and the cheapest, which speak of a price without naming it. */
export const priceWords: Readonly<Record<string, 'max' | 'min'>> = {
  dearest: 'max',
  priciest: 'max',
  'most expensive': 'max',
  costliest: 'max',
  cheapest: 'min',
  'least expensive': 'min',
  'היקר ביותר': 'max',
  'הכי יקר': 'max',
  'הזול ביותר': 'min',
  'הכי זול': 'min',
};
export const isPriceName = (name: string): boolean => /^(?:unit )?(?:price|cost)$|^(?:מחיר|עלות)$/iu.test(name);

export const isKnownWord = (word: string): boolean => meanings.has(word.toLowerCase());

/** A word that carries nothing, or only stands for rows or columns as such. */
export const isSmallWord = (word: string): boolean => ' rhwk&'.includes(meaningOf(word)?.tag ?? '?');

/** Words a question is built with. A noun for rows or a long small word gives way to a column of that name. */
export const isBuildingWord = (word: string): boolean => {
  const tag = meanings.get(word.toLowerCase())?.tag;
  return tag !== undefined && (tag === ' ' ? word.length <= 4 : !'rhw'.includes(tag));
};

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
