/** Words around what is told that change nothing of it. Nothing that narrows, denies or counts belongs here. */
const list = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const fillers = new Set(
  list(`the, a, an, of, for, to, in, on, at, by, with, from, as, and, so, that, this, it, its, is, are, was, were, be, been, am, has, have, had, do, did, 's, 're, 've, 'll, 'd, 'm, he, she, they, we, i, you, him, her, them, his, their, our, my, me, us, hers, who, which, can, could, would, will, please, pls, plz, thanks, thank, cheers, ta, hi, hello, hey, ok, okay, now, just, actually, finally, also, then, today, please, sorry, oh, right, well, good, great, yes, yep, there, here, one, row, line, entry, record, list, sheet, table, file, tab, book, column, cell, log, up, down, over, off, out, in,
    update, change, set, mark, put, make, fix, correct, amend, edit, note, record, enter, tick, flag, log, write, give, assign, move, switch, hand, pass, adjust, let, need, needs, want, wants, should, must, got, get, new, says, said, say, told, tells, rang, ring, called, phoned, emailed, texted, wrote, confirmed that, know, see, took, take, takes, came, gets, goes, go, anyway, too, straight, away, quickly, back, mr, mrs, ms, miss, number, no, nr, job, order, invoice, booking, client, customer, person, accordingly, lines, rows, entries, records, items, orders, jobs, invoices, bookings, tasks, tickets, visits, everywhere, wherever, missing, blank, empty, fill, asked, spoke, spoken, heard, fine, available, happy, coming, able, turns, turned, apparently, again,
    את, של, על, עם, ב, ל, מ, ה, ש, כ, זה, זו, זאת, הוא, היא, הם, הן, לי, לו, לה, לנו, להם, אותו, אותה, אותם, גם, כבר, עכשיו, בבקשה, תודה, היי, שלום, נא, אז, יש, שם, כאן, פה, שלו, שלה, שלהם, ברשימה, הרשימה, רשימה, רשימת, בקובץ, הקובץ, קובץ, בטבלה, הטבלה, בגיליון, גיליון, שורה, השורה, שורת, עמודה, עמודת, תעדכן, תעדכני, תעדכנו, עדכן, עדכני, לעדכן, תסמן, תסמני, לסמן, תרשום, תרשמי, לרשום, תתקן, תתקני, לתקן, תקן, תקני, תשנה, תשני, לשנות, שנה, שני, תשים, תשימי, לשים, תכתוב, תכתבי, לכתוב, תעביר, תעבירי, להעביר, תכניס, תכניסי, להכניס, תעשה, תעשי, אומר, אומרת, אמר, אמרה, התקשר, התקשרה, הודיע, הודיעה, ביקש, ביקשה, צריך, צריכה, להיות, יהיה, תהיה, חדש, חדשה, החדש, החדשה, מספר, המספר, אצל, בסוף, סופסוף, סוף, היום, בעצם`),
);

/** Words that may turn what is told around: beside what was understood, none of them is passed over. */
const turning = new Set(
  list(
    `only, but, except, unless, if, not, never, without, instead, until, however, half, part, partly, some, most, nobody, none, nothing, n't, isn't, hasn't, didn't, wasn't, don't, doesn't, won't, can't, haven't, aren't, isnt, hasnt, didnt, wasnt, dont, doesnt, wont, cant, havent, maybe, perhaps, probably, might, rather, or, when, once, question, why, how, what, רק, אבל, אלא, חוץ, אם, לא, בלי, למעט, במקום, חצי, חלק, אולי, כנראה, או, כאשר, אף, מתי, למה, איך, מה`,
  ),
);

/** Words that a number of that kind says by itself. */
export const ofPhone = /^(?:phone|mobile|cell|telephone|tel|contact|טלפון|הטלפון|נייד|הנייד|פלאפון)$/iu;
export const ofEmail = /^(?:e-?mail|address|מייל|המייל|אימייל|כתובת)$/iu;

export const isFiller = (word: string): boolean => fillers.has(word.toLowerCase());
export const isTurning = (word: string): boolean => turning.has(word.toLowerCase()) || /n't$/iu.test(word);

export const isAll = (word: string): boolean =>
  /^(?:all|both|every|each|everyone|everybody|ones|כל|כולם|כולן|שניהם|שתיהן)$/iu.test(word);
