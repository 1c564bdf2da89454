import { isFunctionWord } from '../reading/glue.ts';
import { moreLists } from './more-words.ts';

/** What a word or a few of them mean in an everyday question, whatever table it is asked of. */
export type Sense =
  | { readonly is: 'ask'; readonly of: 'who' | 'which' | 'what' | 'when' | 'where' | 'list' }
  | {
      readonly is:
        | 'count'
        | 'sum'
        | 'average'
        | 'by'
        | 'not'
        | 'and'
        | 'or'
        | 'versus'
        | 'money'
        | 'rows'
        | 'that'
        | 'skip'
        | 'times'
        | 'duration'
        | 'each'
        | 'sorted'
        | 'twice'
        | 'share'
        | 'product'
        | 'minus'
        | 'between';
    }
  | { readonly is: 'most'; readonly of: 'max' | 'min'; readonly dimension?: 'money' | 'length' | 'weight' }
  | { readonly is: 'compare'; readonly of: '>' | '<' | '>=' | '<=' }
  | { readonly is: 'after'; readonly of: '>=' | '<=' }
  | { readonly is: 'order'; readonly of: 'asc' | 'desc' }
  | { readonly is: 'unit'; readonly of: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' }
  | { readonly is: 'state'; readonly of: State };

/** What can be said of a row without naming a column: the table must have columns that tell it. */
export type State =
  | 'unpaid'
  | 'paid'
  | 'overdue'
  | 'paid late'
  | 'done'
  | 'open'
  | 'out'
  | 'to come'
  | 'staying'
  | 'nobody'
  | 'empty'
  | 'kept'
  | 'vacant'
  | 'low'
  | 'expired'
  | 'birthday'
  | 'youngest'
  | 'oldest'
  | 'latest'
  | 'next'
  | 'earliest';

const lists: readonly (readonly [Sense, string])[] = [
  [
    { is: 'ask', of: 'who' },
    'who, whose, whom, who is, who are, who has, who have, who was, who did, anyone, anybody, did anyone, has anyone, is anyone, do we have anyone, have we got anyone, has anybody, מי, למי, של מי, ממי, את מי, מי זה, מי אלה',
  ],
  [
    { is: 'ask', of: 'which' },
    'which, which ones, which one, what ones, any, are there any, is there any, do we have any, have we got any, have we any, any of those, any of them, any of these, איזה, איזו, אילו, אלו, האם יש, יש, יש לנו',
  ],
  [
    { is: 'ask', of: 'what' },
    'what, what is, whats, what are, what was, what were, what did, what do, what does, what has, what have, מה, מהו, מהי, מה זה, מה היה, מה הייתה',
  ],
  [
    { is: 'ask', of: 'when' },
    'when, when is, when are, when was, when does, when did, when do, what date, what day, which day, on what date, on which day, מתי, באיזה תאריך, באיזה יום',
  ],
  [
    { is: 'ask', of: 'where' },
    'where, where is, where are, where does, where do, where did, where was, איפה, היכן, לאן',
  ],
  [
    { is: 'ask', of: 'list' },
    'list, show, show me, give me, can i see, can i have, let me see, a list of, list of, names of, find, find me, look up, tell me, pull up, get me, i need, i want, תני לי, תן לי, תראי לי, תראה לי, הראה לי, רשימה של, רשימת, תביאי לי, תמצאי לי, אני צריכה, אני רוצה, תגידי לי',
  ],
  [
    { is: 'count' },
    'how many more, how many, number of, the number of, count, count of, how often, כמה, מספר ה, כמה יש',
  ],
  [{ is: 'times' }, 'times, how many times, פעמים, כמה פעמים'],
  [
    { is: 'sum' },
    'how much, total, totals, the total, in total, sum, sum of, altogether, all together, all in all, combined, add up, comes to, come to, together, overall, grand total, how much money, how much is, how much was, how much are, how much did, how much have, how much has, how much do, how much does, how much more, how much less, כמה יותר, כמה פחות, total up, worth, כמה כסף, סהכ, בסהכ, סך הכל, בסך הכל, סכום כולל, ביחד, יחד, כמה יוצא, כמה זה יוצא, כמה זה, סכום',
  ],
  [
    { is: 'average' },
    'average, on average, avg, mean, the average, in average, typical, typically, ממוצע, בממוצע, הממוצע',
  ],
  [{ is: 'duration' }, 'how long, כמה זמן'],
  [
    { is: 'most', of: 'max' },
    'most, the most, highest, biggest, largest, top, best, greatest, most often, the highest, the biggest, the largest, max, maximum, הכי הרבה, הכי גדול, הכי גבוה, הגדול ביותר, הגבוה ביותר, הכי גדולה, הכי גבוהה, most first, biggest first, highest first, largest first',
  ],
  [
    { is: 'most', of: 'min' },
    'least, the least, lowest, smallest, fewest, the lowest, the smallest, the fewest, min, minimum, least often, הכי מעט, הכי פחות, הכי קטן, הכי נמוך, הנמוך ביותר, lowest first, smallest first, least first',
  ],
  [
    { is: 'by' },
    'by, per, for each, for every, each, every, by each, grouped by, broken down by, split by, לפי, לכל, בכל, עבור כל, פר',
  ],
  [
    { is: 'not' },
    'not, no, without, except, except for, excluding, leaving out, leave out, not counting, not including, ignoring, ignore, apart from, other than, but not, minus the, isnt, arent, wasnt, werent, hasnt, havent, hasnt been, havent been, has not, have not, has not been, have not been, didnt, did not, doesnt, dont, do not, does not, never, with no, have no, has no, had no, not yet, hasnt got, havent got, still not, missing, missing a, missing their, missing the, lacking, lack, lacks, has nothing in, forget to write, forgot to write, forget to put, forgot to put, forget to enter, forgot to enter, forgotten to write, forget to fill in, forgot to fill in, did we forget to write, did we forget to enter, did we forget, we forgot, forgot, שכחנו לרשום, שכחנו לכתוב, שכחנו, לא, בלי, ללא, חוץ מ, למעט, חסר, חסרה, חסרים, אין, אין לו, אין לה, אין להם, עוד לא, עדיין לא, שלא, טרם, פרט ל',
  ],
  [{ is: 'and' }, 'and, as well as, plus, also, וגם, גם'],
  [{ is: 'or' }, 'or, and or, either, או'],
  [
    { is: 'versus' },
    'vs, versus, compared to, compared with, against, than, to compare, compare, difference between, the difference between, לעומת, מול, בהשוואה ל, השווי, תשווי, השווה, מאשר',
  ],
  [
    { is: 'compare', of: '>' },
    'more than, over, above, greater than, bigger than, higher than, exceeding, longer than, יותר מ, מעל, גדול מ, גבוה מ',
  ],
  [
    { is: 'compare', of: '<' },
    'less than, under, below, fewer than, lower than, smaller than, shorter than, פחות מ, מתחת ל, קטן מ, נמוך מ',
  ],
  [{ is: 'compare', of: '>=' }, 'at least, לפחות'],
  [{ is: 'compare', of: '<=' }, 'at most, up to, no more than, לכל היותר'],
  [
    { is: 'money' },
    'money, cost, costs, spend, spent, spending, price, prices, pay, pays, charge, charged, bring together, bring us, bring in, brings in, brought in, take in, takes in, took in, takings, earn, earns, earned, make, made, revenue, income, value, invoiced, invoice, billed, bill, come in, came in, comes in, given, gave, give, raised, raise, sold, bought, paid out, cost us, spend on, spent on, money in, כסף, עלה, עלו, עולה, הוצאנו, הכנסנו, נכנס, נכנסו, קיבלנו, הכנסות, הוצאות, שילמנו, שילם, שילמה, שילמו, הלך על, הלכו על, יצא על, יצאו על, went on, go on, goes on',
  ],
  [
    { is: 'state', of: 'unpaid' },
    'unpaid, owe, owes, owed, owing, still owe, still owes, do we owe, are we owed, owe us, owes us, outstanding, still owed, still owing, still to pay, have to pay, has to pay, still have to pay, we still have to pay, do we still have to pay, they still have to pay, do they still have to pay, we still need to pay, do we still need to pay, still has to pay, need to pay, still need to pay, left to pay, to be paid, not paid, not paid yet, hasnt paid, havent paid, hasnt paid yet, havent paid yet, has not paid, have not paid, not fully paid, not paid in full, not paid everything, not been paid, hasnt been paid, havent been paid, wasnt paid, werent paid, still open to pay, still unpaid, debt, debts, in debt, balance due, still due, left to pay, needs paying, need paying, yet to pay, havent settled, hasnt settled, not settled, חייב, חייבת, חייבים, חייבים לנו, חייב לנו, חייב לנו כסף, חייבים לנו כסף, לא שילם, לא שילמה, לא שילמו, עוד לא שילם, עוד לא שילמו, עדיין לא שילם, עדיין לא שילמו, חוב, חובות, בחוב, לא שולם, טרם שולם',
  ],
  [{ is: 'state', of: 'paid' }, 'paid, settled, paid in full, שולם, שולמו'],
  [
    { is: 'state', of: 'overdue' },
    'overdue, past due, past their due date, past its due date, past the due date, past due date, run past their due date, run past its due date, late, behind, running late, gone past their due date, after the due date, over due, באיחור, עבר המועד, עבר זמנם',
  ],
  [
    { is: 'state', of: 'paid late' },
    'paid late, pays late, pay late, paying late, late payers, late payer, paid after the due date, שילם באיחור, משלם באיחור',
  ],
  [
    { is: 'state', of: 'done' },
    'done, finished, complete, completed, closed, wrapped up, הסתיים, הסתיימו, הושלם, בוצע',
  ],
  [
    { is: 'state', of: 'open' },
    'open, still open, ongoing, unfinished, not done, not finished, not complete, not completed, arent done, isnt done, still arent done, still isnt done, arent finished, isnt finished, not done yet, incomplete, still running, still going, to do, פתוח, פתוחים, פתוחות, לא הסתיים, לא הסתיימו, עוד לא הסתיימו',
  ],
  [
    { is: 'state', of: 'to come' },
    'to come, still to come, coming, coming up, upcoming, in the future, yet to come, ahead, booked in, still coming, expected, עתידי, עתידיים, עוד צפויים, קרובים',
  ],
  [
    { is: 'state', of: 'staying' },
    'staying, stay, stays, here, in house, in the house, staying with us, stay with us, occupied, taken, נמצאים, שוהים',
  ],
  [
    { is: 'state', of: 'nobody' },
    'nobody, no one, noone, without someone, without anyone, without anybody, unassigned, not assigned, no one on it, nobody on it, nobody assigned, without someone on it, without anyone on it, not covered, uncovered, unfilled, אף אחד, בלי אף אחד, לא משובץ',
  ],
  [{ is: 'state', of: 'empty' }, 'empty, blank, not filled in, unfilled, ריק, ריקה, ריקים'],
  [
    { is: 'state', of: 'expired' },
    'expired, out of date, past its date, past their date, gone off, past its use by date, past their use by date, פג תוקף, פגי תוקף',
  ],
  [
    { is: 'state', of: 'birthday' },
    'birthday, birthdays, has a birthday, have a birthday, has their birthday, have their birthday, born, was born, were born, יום הולדת, ימי הולדת, חוגג יום הולדת, חוגגת יום הולדת, חוגגים יום הולדת, נולד, נולדה, נולדו',
  ],
  [
    { is: 'state', of: 'youngest' },
    'youngest, the youngest, הכי צעיר, הצעיר ביותר, הכי צעירה, הצעירה ביותר, הכי קטן אצלנו',
  ],
  [{ is: 'state', of: 'oldest' }, 'oldest, the oldest, eldest, הכי מבוגר, המבוגר ביותר, הכי מבוגרת, המבוגרת ביותר'],
  [
    { is: 'state', of: 'latest' },
    'latest, newest, most recent, last, the last, the latest, the most recent, האחרון, האחרונה, הכי חדש, הכי חדשה',
  ],
  [{ is: 'state', of: 'earliest' }, 'earliest, first, the first, the earliest, הראשון, הראשונה, הכי מוקדם'],
  [
    { is: 'rows' },
    'ones, one, rows, row, entries, entry, records, record, lines, line, items, item, things, stuff, list, lists, sheet, table, file, log, register, people, person, someone, somebody, everyone, everybody, all, all of them, kids, children, families, שורות, רשומות, רשימה, ילדים, ילד, אנשים, כולם, הכל, הכול, פריטים',
  ],
  [
    { is: 'that' },
    'of that, of those, of them, of these, of it, those, these, that, them, each of them, among them, among those, out of those, out of these, מהם, מתוכם, מזה, מתוך זה, אלה, אותם, מהן, מתוכן',
  ],
  [
    { is: 'skip' },
    'so far, etc, and so on, whatever the, whatever, regardless of, no matter the, at the moment, right now, currently, at present, please, pls, thanks, thank you, now, just, only, actually, really, still, yet, already, ok, okay, hi, hello, hey, then, too, as well, instead, again, quick, quickly, quick question, logged, recorded, written down, on record, in there, in the file, in the list, on the list, in the system, do you know, can you tell me, could you tell me, can you, could you, would you, do you, i wonder, remind me, tell me, wants to know, want to know, needs to know, need to know, would like to know, is asking, asked, asks, was asking, keeps asking, check, can you check, let me know, work out, figure out, find out, how, get, gets, got, getting, go, goes, going, gone, did, do, does, has, have, had, having, been, being, be, is, are, was, were, went, want, wants, need, needs, like, look, looks, looking, see, know, think, seem, seems, call, called, named, name, names, down, down as, marked, marked as, set, set as, listed, listed as, status, with us, for us, to us, us, we, i, you, he, she, they, it, his, her, their, our, my, your, its, me, him, them, the, a, an, of, in, on, at, to, for, from, with, into, onto, about, as, by the, that is, who is, which is, and also, both, there, this, some, much, many, more, than, also with, along with, with their, with its, with the, together with, including, include, what they, how they, days, day, dates, date, time, times, through, via, over, so, because, when, only, alone, just the, whats the, side, altogether, alltogether, whole, entire, everything, anything, something, details, info, information, הם, הן, הוא, היא, זה, זאת, זו, את, של, על, עם, אל, לנו, לי, להם, לה, לו, אצלנו, שלנו, שלה, שלו, שלהם, כבר, עוד, עדיין, רק, עכשיו, כרגע, בבקשה, תודה, באמת, מה ש, אשר, כל, כן, היה, הייתה, היו, יהיה, תהיה, עד עכשיו, עד היום, בינתיים, אז, גם כן, בכלל, לגבי, בעניין, עבור, בשביל, כסף, שח, שקל, שקלים, תגידי, תגיד, תבדקי, תבדוק, אפשר, לדעת, יוצא, זה יוצא, ושל, מתוך, בתוך, אצל, רשום, רשומה, רשומים, רשומות, מי ש, עשה, עשתה, עשו, מקבל, מקבלת, מקבלים, אחד, אחת, כאלה, כזה',
  ],
];

const senses: ReadonlyMap<string, Sense> = new Map(
  [...lists, ...moreLists].flatMap(([sense, text]) =>
    text.split(/[,\n]/u).flatMap((each) => (each.trim() === '' ? [] : [[each.trim(), sense] as const])),
  ),
);
export const longestPhrase = 7;
/** Words of the lists that a slip of the finger may have been made in. */
export const spelledSenses: readonly string[] = [...senses.keys()].filter((each) => /^\p{L}{6,}$/u.test(each));

const prefix = /^[ושבלמכה]{1,3}(?=\p{Script=Hebrew}{2})/u;
/** A Hebrew word without the small words it may carry before it. */
export const bareForms = (word: string): readonly string[] => {
  const found = [word];
  for (let rest = word; prefix.test(rest) && found.length < 4; ) {
    rest = rest.slice(1);
    // Of a few letters that are left behind small words, nearly anything could be made.
    if (rest.length < (word.length - rest.length > 1 ? 4 : 2)) break;
    found.push(rest);
  }
  return found;
};

/** What a phrase means; a Hebrew one also behind the small words it carries. */
export const senseOf = (phrase: string): Sense | undefined => {
  const exact = senses.get(phrase);
  if (exact) return exact;
  const [first = '', ...rest] = phrase.split(' ');
  for (const bare of bareForms(first).slice(1)) {
    const found = senses.get([bare, ...rest].join(' '));
    if (found) return found;
  }
  return isFunctionWord(phrase) && !placing.test(phrase) ? { is: 'skip' } : undefined;
};

/** Small words that say where something is: "how many are out" is not about all of them. */
const placing = /^(?:out|up|off|down|over|away|inside|can|could|may|should|would|shall)$/u;

/** Other words for what a column is called, in either language. */
const alike: readonly (readonly string[])[] = [
  [
    'phone',
    'phone number',
    'phone numbers',
    'phone nr',
    'phone nrs',
    'phone nos',
    'tel nr',
    'tel nrs',
    'phones',
    'number',
    'mobile',
    'mobile number',
    'tel',
    'telephone',
    'cell',
    'contact number',
    'טלפון',
    'טלפונים',
    'נייד',
    'מספר טלפון',
    'הטלפון',
  ],
  ['client', 'customer', 'clients', 'customers', 'buyer', 'לקוח', 'לקוחות'],
  ['guest', 'guests', 'visitor', 'visitors', 'customer', 'customers', 'אורח', 'אורחים'],
  ['supplier', 'suppliers', 'vendor', 'vendors', 'payee', 'ספק', 'ספקים'],
  ['volunteer', 'volunteers', 'helper', 'helpers', 'מתנדב', 'מתנדבים'],
  [
    'student',
    'students',
    'pupil',
    'pupils',
    'child',
    'children',
    'kid',
    'kids',
    'תלמיד',
    'תלמידה',
    'תלמידים',
    'ילד',
    'ילדה',
    'ילדים',
    'תלמיד ה',
    'שם התלמיד ה',
  ],
  [
    'teacher',
    'teachers',
    'instructor',
    'instructors',
    'coach',
    'coaches',
    'tutor',
    'מדריך',
    'מדריכה',
    'מדריכים',
    'מורה',
    'מורים',
  ],
  ['class', 'classes', 'course', 'courses', 'club', 'clubs', 'activity', 'חוג', 'חוגים', 'קורס', 'כיתה'],
  ['email', 'e mail', 'mail', 'email address', 'מייל', 'אימייל'],
  ['address', 'addresses', 'כתובת'],
  ['price', 'cost', 'rate', 'fee', 'quote', 'charge', 'מחיר', 'עלות', 'תעריף'],
  ['hours', 'hour', 'שעות'],
  ['weight', 'kg', 'kilos', 'kilo', 'משקל', 'קילו'],
  ['miles', 'mileage', 'mile', 'distance'],
  ['quantity', 'qty', 'units', 'pieces', 'כמות', 'יחידות'],
  ['birthday', 'birth', 'date of birth', 'dob', 'born', 'תאריך לידה'],
  ['employee', 'employees', 'staff', 'worker', 'workers', 'team', 'עובד', 'עובדים'],
  ['lead', 'leader', 'lead electrician', 'in charge', 'responsible', 'assigned', 'assigned to', 'אחראי'],
  ['household', 'households', 'family', 'families', 'home', 'משפחה', 'משפחות'],
  ['donor', 'donors', 'giver', 'givers', 'תורם', 'תורמים'],
  ['member', 'members', 'חבר', 'חברים'],
  ['tenant', 'tenants', 'renter', 'דייר', 'דיירים'],
  ['parent', 'mother', 'father', 'mum', 'mom', 'dad', 'הורה', 'הורים', 'אמא', 'אבא'],
  ['site', 'address', 'place', 'location', 'where'],
  ['note', 'notes', 'remark', 'remarks', 'comment', 'comments', 'הערה', 'הערות'],
  ['room', 'rooms', 'חדר', 'חדרים'],
  ['unit', 'units', 'flat', 'flats', 'apartment', 'apartments', 'property', 'properties', 'דירה', 'דירות'],
  ['type', 'types', 'kind', 'kinds', 'sort', 'סוג', 'סוגים'],
  ['supplier', 'company', 'companies', 'firm', 'חברה'],
  ['category', 'categories', 'קטגוריה'],
  ['date', 'day', 'when', 'תאריך', 'יום'],
  ['registration', 'reg', 'plate', 'number plate', 'van', 'car', 'vehicle', 'רכב'],
  ['method', 'payment method', 'אמצעי תשלום', 'אמצעי'],
  ['status', 'state', 'סטטוס', 'מצב'],
  ['owner', 'owners', 'בעלים'],
  ['product', 'products', 'article', 'item', 'items', 'equipment', 'ציוד', 'מוצר', 'מוצרים', 'פריט', 'פריטים'],
  ['invoice', 'invoices', 'bill', 'bills', 'חשבונית', 'חשבוניות'],
  [
    'gross',
    'with tax',
    'with the tax',
    'incl tax',
    'including tax',
    'including the tax',
    'tax included',
    'after tax',
    'with vat',
    'with the vat',
    'incl vat',
    'including vat',
    'including the vat',
    'vat included',
    'ברוטו',
    'כולל מעמ',
    'עם מעמ',
  ],
  [
    'net',
    'before vat',
    'excluding vat',
    'ex vat',
    'without vat',
    'excl vat',
    'before tax',
    'without tax',
    'net of vat',
    'לפני מעמ',
    'בלי מעמ',
  ],
  [
    'expiry',
    'expires',
    'expire',
    'expiring',
    'use by',
    'best before',
    'runs out',
    'run out',
    'running out',
    'run out of date',
    'go out of date',
    'goes out of date',
    'out of date',
    'go off',
    'goes off',
    'expiration',
    'valid until',
    'valid to',
    'תפוגה',
    'תוקף',
    'פג תוקף',
    'פג',
  ],
  [
    'end',
    'ends',
    'ending',
    'end date',
    'until',
    'run out',
    'runs out',
    'running out',
    'expire',
    'expires',
    'expiring',
    'finish',
    'finishes',
    'up for renewal',
    'סיום',
    'מסתיים',
    'מסתיימים',
    'נגמר',
    'נגמרים',
  ],
  [
    'due',
    'due date',
    'due by',
    'deadline',
    'deadlines',
    'due dates',
    'payable by',
    'needed by',
    'יעד',
    'עד תאריך',
    'תאריך יעד',
    'מועד',
    'פירעון',
  ],
  [
    'start',
    'starts',
    'starting',
    'started',
    'start date',
    'begin',
    'begins',
    'began',
    'from',
    'התחלה',
    'מתחיל',
    'מתחילים',
  ],
  [
    'owner',
    'owners',
    'owned by',
    'assigned to',
    'assignee',
    'responsible',
    'in charge of',
    'in charge',
    'working on',
    'works on',
    'work on',
    'looks after',
    'אחראי',
    'אחראית',
    'אחראיים',
    'האחראי',
  ],
  ['contact', 'contact person', 'contact name', 'איש קשר', 'אנשי קשר'],
  ['lead time', 'delivery time', 'deliver', 'delivery', 'take to deliver'],
  ['actual', 'actually spent', 'actual spend', 'spent', 'בפועל', 'ביצוע'],
  ['planned', 'plan', 'budget', 'budgeted', 'planned budget', 'תכנון', 'מתוכנן', 'תקציב'],
  ['area', 'location', 'place', 'מיקום', 'מקום'],
  ['size', 'area', 'גודל', 'שטח'],
  [
    'joined',
    'join',
    'join date',
    'date joined',
    'joining',
    'member since',
    'הצטרפות',
    'הצטרף',
    'הצטרפה',
    'הצטרפו',
    'תאריך הצטרפות',
  ],
  ['neighbourhood', 'neighborhood', 'שכונה', 'שכונות'],
  ['condition', 'state', 'shape', 'מצב'],
  ['paid on', 'date paid', 'payment date', 'תאריך תשלום'],
  ['method', 'payment method', 'paid by', 'pay by', 'אמצעי תשלום'],
];
/** Every other word that can stand for a column called so. */
export const otherNames = (name: string): readonly string[] => alike.filter((group) => group.includes(name)).flat();
