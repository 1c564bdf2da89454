/**
 * Words that carry nothing a question would turn on: the small words of the language and the verbs people ask with.
 * Nothing that denies, narrows or names belongs here. A word that is in no list and names nothing of the file ends the
 * reading, so a missing word costs a refusal and a wrong one costs a wrong answer.
 */
const list = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** The closed classes: articles, prepositions, pronouns, helping verbs. */
const functionWords =
  list(`a, an, the, of, in, on, at, to, for, from, with, that, this, these, those, it, its, it's, there, here, me, i, i'd, i'm, i've, i'll, we, we've, we're, we'd, we'll, us, our, my, your, you, they, them, their, her, his, do, does, did, has, have, had, be, been, am, would, can, could, should, may, shall, as, into, out, up, down, then, only, just, so, all, any, some, both, where, whose, when, how, what's, whats, who's, there's, that's, thats, theres, whos, 's, s, about, among, within, inside, using, also, now, please, much, yet, still, each one, at the moment, right now, currently, at all,
  את, של, על, עם, ב, ל, מ, ה, ש, כ, מן, זה, זו, זאת, אלה, אלו, לי, שלי, לנו, לך, יש, כאן, פה, שם, מה, מהו, מהי, מהם, מהן, מתוך, מבין, בתוך, תוך, עבור, אצל, אשר, כאשר, שבהם, שבהן, שבו, שבה, שיש, להם, להן, לו, לה, שלהם, שלהן, שלו, שלה, שלנו, רק, בלבד, אני, אנחנו, אנו, אותו, אותה, אותם, אותן, היה, הייתה, היו, עדיין, עוד, אז, כמו, ומה, נא, בבקשה, כרגע, עכשיו, כולם`);

/** The verbs people ask with, and the nouns for what they are given. */
const askingWords =
  list(`show, shows, list, give, get, find, tell, see, look, looking, want, need, needs, like, know, display, print, pull, pick, filter, keep, view, calculate, compute, work out, figure out, check, report, make, put, take, say, says, read, ask, break, break down, breakdown, broken down, split, group, groups, grouped, summary, summarise, summarize, overview of, list of, table of, value, values, result, save, saved, copy, based, money, quick, rundown, in the file, in this file, which is, which are, that is, that are, that way, in place, save the change, save the changes, save it in the same file, in the same file, want to, me a, going by, going by the, appears, called, named, written, calculated, comes from, come from, came from, goes to, go to, came in, do we hold, we hold, do we keep,
  הצג, הציגי, תציג, תציגי, להציג, הראה, הראי, תראה, תראי, להראות, תן, תני, תנו, לתת, הבא, תביא, תביאי, להביא, מצא, תמצא, תמצאי, למצוא, רשימה, רשימת, חשב, תחשב, תחשבי, לחשב, תגיד, תגידי, להגיד, ספר, סנן, תסנן, תסנני, לסנן, השאר, תשאיר, תשאירי, להשאיר, הוצא, תוציא, להוציא, שלוף, תשלוף, לשלוף, רוצה, צריך, צריכה, לראות, לדעת, לקבל, ערך, ערכים, נמצא, נמצאת, נמצאים, נמצאות, מופיע, מופיעים, מופיעות, רשום, רשומים, רשומות, פלח, תפלח, פילוח, קבץ, תקבץ, לקבץ, שמור, תשמור, תשמרי, לשמור, כסף, הכסף, יוצא, יוצאת, מתקיים, מתקיימת, מתקיימים, מתקיימות, נערך, נערכת, נערכים, נערכות`);

/**
 * Verbs of trade say whose money it is, not which rows: "what we sold per region". Before a noun they are adjectives
 * ("paid invoices") and would narrow, so there they are not passed over.
 */
const tradeVerbs =
  list(`sold, sell, sells, spend, spends, spent, spending, pay, pays, paid, paying, earn, earns, earned, buy, bought, cost, costs, work, works, worked, donate, donates, donated, gave, given, received, receive, collected, raised, brings in, bring in, brought in, takes in, take in, took in,
  מכרנו, מכרו, נמכר, נמכרו, הוצאנו, מוציאים, קיבלנו, מקבל, מקבלת, מקבלים, שילמנו, משלמים, משלם, מרוויח, מרוויחה, מרוויחים, קנינו, שילם, שילמה, שילמו, תרם, תרמה, תרמו, גבינו, הרווחנו, עבד, עבדה, עבדו, גר, גרה, גרים, גרות`);

export const isFunctionWord = (word: string): boolean => functionSet.has(word.toLowerCase());
const functionSet = new Set(functionWords);

/** Every glue word and the letter it stands for: nothing, or a verb of trade. */
export const glue: readonly (readonly [string, ' ' | 'z'])[] = [
  ...[...functionWords, ...askingWords].map((each) => [each, ' '] as const),
  ...tradeVerbs.map((each) => [each, 'z'] as const),
];
