import type { Sense } from './words.ts';

/**
 * More words of everyday questions. Nothing that denies, narrows or names belongs among those that are passed over: a
 * word that is missing costs a refusal, and a wrong one costs a wrong answer.
 */
export const moreLists: readonly (readonly [Sense, string])[] = [
  [
    { is: 'skip' },
    `אף, שום, אפילו, hi, hiya, hello, hey, hi there, hey there, morning, good morning, good afternoon, good evening, evening, afternoon, oh, ah, um, erm, er, well, right,
    sorry, please, pls, plz, plse, thanks, thank you, thanks a lot, many thanks, cheers, ta, thx, cheers mate, btw, by the way, basically, quick one,
    quick question, one more thing, another question, one question, just wondering, wondering, i was wondering, i am wondering, im wondering,
    just checking, just to check, out of interest, just curious, curious, im curious, so basically, to be clear, i mean, you know, lets see, let us see,
    lets say, say, hmm, hm, ok so, right so, now then, same again, also, too, as well, anyway, again, really, exactly, roughly, approximately, approx,
    actually, precisely, in particular, overall, of course, for example, all in, in general, generally, normally, usually, so far, to date, up to now,
    until now, till now, thus far, up till now, at all, at present, nowadays, these days, as of now, as of today, for now, as it stands, right now,
    currently, at the moment, presently, could i get, could i have, could i see, can i get, can i know, may i see, may i have, may i know, id like,
    i would like, id like to know, i would like to know, i need to know, need to know, want to know, i want to know, i want to see, i need to see,
    like to know, like to see, let me know, give me an idea of, give me, get me, do we know, do you know, would you know, happen to know, any idea,
    do you happen to know, tell us, can you say, could you say, can you show, can you see, can you check, could you check, can you look, could you look,
    can you find, can you find out, please check, have a look, look at, look up, find out, work out, figure out, tell, show, check, see, find, remind me,
    quickly, for me, for us, on our books, on the books, in our books, in the books, in our records, on our records, in the records, on file, on record,
    on the system, in the system, in there, in here, on there, on here, in it, on it, down there, down here, in the data, in the file, in the files,
    in the spreadsheet, on the spreadsheet, in the sheet, on the sheet, in the table, in that table, in the workbook, in the document, in the list,
    on the list, on our list, in our list, in that list, on that list, in total terms, exist, exists, appear, appears, show up, there, there are, there is,
    there were, there was, here, around, have got, has got, have we got, do we have, did we have, did we get, have we had, had we, we have, we had, we got,
    weve got, we ve got, ive got, i ve got, i have, i have got, there been, has there been, have there been, did we do, do we do, we do, we did, we done,
    we ve, weve, ive, theyve, hes, shes, theyre, were we, are we, is it, was it, are they, were they, is there, was there, are there, were there, does it,
    does that, did it, do they, did they, does he, does she, did he, did she, has he, has she, have they, is he, is she, happen, happens, happened,
    take place, takes place, took place, taking place, handle, handles, deal with, deals with, look after, looks after, records of, enter, hold, holds,
    keep, keeps, concerns, concerning, regarding, relating to, related to, connected with, belong, belongs, belonging, belong to, belongs to, go with,
    goes with, account for, put down, put down as, written as, noted as, shown as, given as, registered as, flagged as, tagged as, set to, classified as,
    counted as, labelled, labeled, recorded as, entered as, that say, that says, which say, whatsoever, ever, respective, respectively, various,
    total number, actual number, exact, exact number,
    whatever, somehow, alone, ones, the ones, one, the one, thing, things, stuff, bit, bits, lot, lots, a lot, all of, all the, all our, all of our,
    all of the, each of the, any of the, any of our, some of the, some of our, altogether now, in one go, at once, thereof, therein, out there, out of all,
    of all, of all of, out of our, out of the, היי, הי, שלום, אהלן, בוקר טוב, ערב טוב, צהריים טובים, תודה, תודה רבה, תודה מראש, בבקשה, נא, אנא, סליחה, רגע,
    שאלה, שאלה קטנה, עוד שאלה, עוד משהו, רק שאלה, אשמח, אשמח לדעת, אשמח לקבל, אשמח לראות, אני רוצה לדעת, רציתי לדעת, רוצה לדעת, צריכה לדעת, צריך לדעת,
    אני צריך לדעת, אני צריכה לדעת, אפשר לדעת, אפשר לקבל, אפשר לראות, אפשר בבקשה, תוכל, תוכלי, תוכל להגיד, תוכלי להגיד לי, תוכל להגיד לי, את יודעת,
    אתה יודע, תגידו, בעצם, למעשה, בסופו של דבר, בערך, בדיוק, עד היום, עד עכשיו, עד כה, נכון להיום, נכון לעכשיו, כרגע, כעת, עכשיו, היום יש, בינתיים,
    ברגע זה, בתקופה, בסוף, אצלנו, אצלי, לנו, לי, שלנו, שלי, ברשימה, ברשימות, בטבלה, בקובץ, בקבצים, בגיליון, במסמך, במערכת, רשום, רשומים, רשומה, רשומות,
    מופיע, מופיעה, מופיעים, מופיעות, כתוב, כתובים, כתובה, נמצא, נמצאת, נמצאים, נמצאות, קיים, קיימת, קיימים, קיימות, היו לנו, היה לנו, הייתה לנו, היתה לנו,
    יש לנו, יש לי, יש, ישנם, ישנן, היה, היתה, הייתה, היו, יהיו, מדובר, מדובר ב, שהיו, שהיה, שהיתה, שהייתה, שיש, שיש לנו, שהם, שהן, שהוא, שהיא, שזה, ממש,
    סהכ הכל, לגבי, בנוגע ל, בקשר ל, בעניין, על ידי, ידי, בתור, כולל, כל ה, כל, של כל, מכל, מבין, מתוך, בין, לפני כן, אחר כך, ואז, גם, וגם, אז, ואם כן,
    אוקיי, אוקי, טוב, בסדר, יופי, מעולה, אחלה, ועוד, ועכשיו, בכלל, פה, כאן, שם, הזה, הזאת, האלה, האלו, הללו, ההם, בבת אחת,
    אחד, אחת, תני, תן, תנו, תראה, תראי, הראה, הצג, תציג, תציגי, תמצא, תמצאי, בדוק, תבדוק, תבדקי, תחשב, תחשבי,
    תספור, תספרי, used by us, handled by, dealt with by, looked after by, recorded by, entered by, done by, carried out by, made by, across all,
    with the amounts, with amounts, with the amount, and the amounts, with the figures, מאיתנו, איתנו, אמור, אמורה, אמורים, אמורות, מחזיקים, מחזיק, מחזיקה, across all the, across the, what about the, by the way of, in each case,
    of ours, of theirs, that we have, that we had, which we have,
    we currently have, we now have, do i have, did i have, have i got, do i, did i, am i, ours, mine, should i know, please tell me, please show me,
    tell me please, go, goes to, go to, goes on, go on, went on, going on, went to, goes into, go into, went into, on their name, in their name,
    to their name, on his name, on her name, under their name, on their list, to their names, against their name, next to their name`,
  ],
  [
    { is: 'ask', of: 'list' },
    `list, list of, a list of, the list of, list all, list me, list out, show, show me, show all, show us, show only, give me, give me a list of, give us, can i see, could i see, may i see, can i have, can i get, could i have, can i have a list of, can you list, could you list, can you show me, could you show me, can you give me, could you give me, can you tell me, could you tell me, let me see, pull up, pull out, get me, find me, i want to see, id like to see, i would like to see, i need a list of, need a list of, details of, details for, details on, details about, full details of, everything on, everything about, everything for, all about, names of, the names of, תני לי, תן לי, תראי לי, תראה לי, הראה לי, הראי לי, תציג לי, תציגי לי, הצג לי, הצג את, תן לי רשימה של, תני לי רשימה של, רשימה של, רשימת, את רשימת, תן לי פירוט של, תני לי פירוט של, פירוט של, פירוט ה, תן פירוט, פרטים על, פרטים של, הפרטים של, את הפרטים של, כל הפרטים של, אפשר רשימה של, אפשר לקבל רשימה של`,
  ],
  [
    { is: 'ask', of: 'who' },
    `who, whos, who is, whose, whom, who are, who has, who have, who had, who was, who were, who did, who do, who does, whos got, who s got, who got, which person, which people, which of them, anyone, anybody, is anyone, is anybody, has anyone, has anybody, have any people, does anyone, does anybody, did anyone, did anybody, are any people, everyone who, everybody who, everyone that, anyone who, anybody who, people who, those who, all who, all those who, all the people who, מי, למי, ממי, אצל מי, של מי, עם מי, על מי, את מי, מיהו, מיהי, מי הם, מי הן, מי זה, מי אלה, מי הוא, מי היא, כל מי, כל מי ש, מי ש, מישהו, יש מישהו, יש מישהו ש, האם יש מישהו, מי כל, כל אלה ש, אלה ש`,
  ],
  [
    { is: 'ask', of: 'which' },
    `which, which ones, which one, which of these, which of those, which of the, which of our, what ones, what kind of, what kinds of, what type of, what types of, what sort of, what sorts of, any, any of the, are there any, is there any, is there a, is there an, was there any, were there any, do we have any, do we have a, do we have an, have we got any, have we any, did we have any, had we any, did we get any, has there been any, have there been any, anything, is anything, are any, is any, was any, were any, is there anything, do any, does any, did any, has any, have any, what else, איזה, איזו, אילו, אלו, איזה מה, אילו מה, איזו מה, איזה מבין, האם יש, יש לנו איזה, יש איזה, האם, יש משהו, משהו`,
  ],
  [
    { is: 'ask', of: 'what' },
    `what, whats, what is, what are, what was, what were, what s, what did, what do, what does, what has, what have, what had, מה, מהו, מהי, מהם, מהן, מה זה, מה היה, מה הייתה, מה היתה, מה היו, מה יש, מה ה`,
  ],
  [
    { is: 'ask', of: 'when' },
    `when, whens, when is, when are, when was, when were, when does, when did, when do, when has, when have, what date, what day, what dates, which date, which day, which days, on what date, on which date, on which day, on what day, by when, until when, till when, since when, from when, מתי, באיזה תאריך, באיזה יום, ממתי, עד מתי, לאיזה תאריך, באילו תאריכים`,
  ],
  [
    { is: 'ask', of: 'where' },
    `where, wheres, where is, where are, where was, where were, where does, where do, where did, whereabouts, in which place, in what place, at which place, איפה, היכן, לאן, מאיפה, מהיכן, באיזה מקום`,
  ],
  [
    { is: 'count' },
    `how many, how many of, how many of them, how many of those, how many of these, how many different, how many more, how many in total, how many altogether, number of, the number of, total number of, the total number of, the number, count, count of, counts, a count of, the count of, count up, how often, how many times over, כמה, כמה יש, כמה יש לנו, מספר ה, מספר, מה מספר, מה מספר ה, המספר של, כמה פריטים, כמה שורות, כמות ה, ספור, תספור, תספרי, לספור, כמה מהם, כמה מהן, כמה מתוכם, כמה מתוכן`,
  ],
  [
    { is: 'sum' },
    `how much, how much is, how much are, how much was, how much were, how much do, how much does, how much did, how much have, how much has, how much had, how much in total, how much altogether, how much money, how much of it, how much of that, how much all together, total, totals, the total, in total, total up, total of, the total of, totalling, totaling, sum, sums, sum of, the sum, the sum of, sum up, sum total, grand total, the grand total, overall total, altogether, alltogether, all together, all in all, in all, combined, added up, add up, adds up to, add up to, adding up, comes to, come to, came to, amounts to, amount to, what does that come to, together, worth, סהכ, הסהכ, בסהכ, סך, סך הכל, סך הכול, סך כל, סך ה, בסך הכל, בסך הכול, הסך הכולל, הסכום הכולל, סכום כולל, סכום, הסכום, סכום ה, סכום של, סכום כל, מה הסכום, כמה כסף, כמה כסף יש, כמה כסף זה, ביחד, יחד, כמה ביחד, כמה זה ביחד, כמה זה, כמה זה יוצא, כמה יוצא, כמה זה יוצא ביחד, כמה כסף זה יוצא, כמה זה בסך הכל, כמה יצא, סכם, תסכם, תסכמי, לסכם, סיכום, סיכום של, הסיכום של`,
  ],
  [
    { is: 'average' },
    `average, the average, averages, on average, in average, avg, mean, the mean, typical, typically, on the average, avergae, averge, avrage, ממוצע, הממוצע, ממוצעת, הממוצעת, בממוצע, ממוצע של, הממוצע של`,
  ],
  [
    { is: 'by' },
    `by, per, by each, by the, for each, for every, for each of the, in each, in every, of each, each, every, from each, at each, on each, grouped by, group by, broken down by, break down by, breakdown by, break it down by, break that down by, split by, split up by, split it by, split that by, split this by, split them by, divided by, sorted into, according to, by different, for the different, for all the different, by every, breakdown per, breakdown for each, לפי, לפי כל, לכל, בכל, מכל, עבור כל, של כל, אצל כל, פר, על פי, בחלוקה ל, בחלוקה לפי, מחולק לפי, מחולקים לפי, בפילוח לפי, פילוח לפי, תחלק לפי, תחלקי לפי, חלק לפי, לפי ה, מקובץ לפי, לכל אחד מה, לכל אחת מה, על כל`,
  ],
  [
    { is: 'not' },
    `not, no, non, isnt, arent, wasnt, werent, hasnt, havent, hadnt, didnt, doesnt, dont, wont, is not, are not, was not, were not, has not, have not, had not, did not, does not, do not, will not, hasnt been, havent been, has not been, have not been, wasnt been, not been, isnt yet, not yet, arent yet, are not yet, is not yet, still not, still isnt, still arent, still hasnt, still havent, still has not, still have not, never, never been, without, without a, without an, without any, with no, has no, have no, had no, having no, got no, dont have, dont have a, dont have an, doesnt have, doesnt have a, doesnt have an, do not have, do not have a, do not have an, does not have, does not have a, does not have an, didnt have, hasnt got, hasnt got a, hasnt got an, havent got, havent got a, havent got an, not got, not got a, missing, missing a, missing an, missing the, missing their, is missing, are missing, are missing a, are missing an, is missing a, lack, lacks, lacking, lacking a, except, except for, excepting, excluding, excl, exclude, leaving out, leave out, not counting, not including, not in, not from, not for, not with, not by, apart from, other than, but not, everything but, all but, ignoring, ignore, besides, rather than, instead of, anything but, לא, אינו, אינה, אינם, אינן, שאינו, שאינה, שאינם, שאינן, אין, שאין, אין לו, אין לה, אין להם, אין להן, שאין לו, שאין לה, שאין להם, שאין להן, בלי, ללא, חוץ מ, חוץ, למעט, מלבד, פרט ל, שלא, ולא, עוד לא, עדיין לא, שעוד לא, שעדיין לא, טרם, שטרם, חסר, חסרה, חסרים, חסרות, חסר לו, חסר לה, חסר להם, לא כולל, לא כוללים`,
  ],
  [{ is: 'and' }, 'and, as well as, plus, along with, and also, together with, וגם, גם, וכן, בנוסף ל, ביחד עם'],
  [{ is: 'or' }, 'or, and or, either, or else, או, או ש'],
  [
    { is: 'versus' },
    `vs, versus, compared to, compared with, against, in comparison to, than, compare, to compare, difference between, the difference between, whats the difference between, לעומת, מול, בהשוואה ל, השוואה בין, תשווה, תשווי, השווה, השווי, מאשר, ההפרש בין, הפרש בין, מה ההפרש בין`,
  ],
  [
    { is: 'compare', of: '>' },
    `more than, over, above, greater than, bigger than, larger than, higher than, exceeding, exceed, exceeds, exceeded, longer than, heavier than, older than, upwards of, in excess of, beyond, went over, go over, gone over, going over, goes over, came in over, is over, are over, was over, were over, more expensive than, dearer than, beat, beats, better than, cost more than, costs more than, took more than, takes more than, took longer than, takes longer than, יותר מ, מעל, מעל ל, גדול מ, גדולה מ, גדולים מ, גבוה מ, גבוהה מ, גבוהים מ, עולה על, עולים על, עולה יותר מ, עולים יותר מ, ארוך מ, עברו את, עבר את, עברה את, חרג מ, חרגה מ, חרגו מ, שעולה על, שעולים על, יקר מ, יקרים מ`,
  ],
  [
    { is: 'compare', of: '<' },
    `less than, under, below, beneath, fewer than, lower than, smaller than, shorter than, lighter than, cheaper than, short of, came in under, is under, are under, is below, are below, fell below, fall below, falls below, cost less than, costs less than, פחות מ, מתחת ל, מתחת, קטן מ, קטנה מ, קטנים מ, נמוך מ, נמוכה מ, נמוכים מ, זול מ, זולים מ, עולה פחות מ, עולים פחות מ, שעולה פחות מ`,
  ],
  [
    { is: 'compare', of: '>=' },
    'at least, no less than, no fewer than, not less than, a minimum of, minimum of, לפחות, לא פחות מ, מינימום של',
  ],
  [
    { is: 'compare', of: '<=' },
    'at most, no more than, not more than, up to, a maximum of, maximum of, at or below, לכל היותר, לא יותר מ, עד',
  ],
  [
    { is: 'after', of: '>=' },
    'or more, or above, or higher, or over, or bigger, and above, and up, and over, or greater, plus and, ומעלה, או יותר, ויותר',
  ],
  [
    { is: 'after', of: '<=' },
    'or less, or below, or lower, or under, or fewer, or smaller, and below, and under, ומטה, או פחות, ופחות',
  ],
  [
    { is: 'money' },
    `money, cost, costs, costing, spend, spent, spending, spends, pay, pays, charge, charges, charged, bring in, brings in, brought in, take in, takes in, took in, takings, earn, earns, earned, earning, earnings, make, makes, made, revenue, revenues, turnover, income, value, invoice for, invoiced, billed, come in, came in, given, gave, give, gives, raise, raised, raising, sold, sell, sells, selling, bought, buy, buys, buying, purchase, purchased, purchases, paid out, cost us, costs us, spend on, spent on, money in, donated, donate, donates, shell out, fork out, set us back, in money, of money, in cash terms, in pounds, in euros, in dollars, in shekels, bring us, brings us, brought us, get from, got from, receive, received, collect, collected, financially, moneywise, כסף, עלה, עלתה, עלו, עולה, עולים, עולות, הוצאנו, הוציאו, הוצאתי, הוצאה, הכנסנו, הכניס, הכניסה, הכניסו, נכנס, נכנסה, נכנסו, קיבלנו, הכנסות, הכנסה, הוצאות, שילמנו, שילמתי, משלמים, משלם, משלמת, קנינו, קניתי, קנה, קנתה, קנו, רכשנו, מכרנו, מכר, מכרה, מכרו, נמכר, נמכרו, הרווחנו, תרם, תרמה, תרמו, מחזור, שווי, השווי, שווה, שווים, עלות, העלות`,
  ],
  [
    { is: 'state', of: 'unpaid' },
    `unpaid, owe, owes, owed, owing, outstanding, still owe, still owes, still owed, still owing, owe us, owes us, owes us money, owe us money, do we owe, are we owed, we are owed, left to pay, still to pay, have to pay, has to pay, still have to pay, still has to pay, need to pay, needs to pay, still need to pay, still needs to pay, yet to pay, to be paid, not paid, not paid yet, not yet paid, hasnt paid, havent paid, hasnt paid yet, havent paid yet, hasnt yet paid, havent yet paid, has not paid, have not paid, has not paid yet, have not paid yet, not fully paid, not paid in full, hasnt paid up, havent paid up, still hasnt paid, still havent paid, not been paid, hasnt been paid, havent been paid, has not been paid, have not been paid, hasnt been paid yet, havent been paid yet, wasnt paid, werent paid, arent paid, isnt paid, arent paid yet, isnt paid yet, still unpaid, are unpaid, is unpaid, debt, debts, in debt, balance due, still due, needs paying, need paying, didnt pay, did not pay, hasnt settled, havent settled, not settled, unsettled, in arrears, arrears, חייב, חייבת, חייבים, חייבות, חייבים לנו, חייב לנו, חייבת לנו, חייב כסף, חייבים כסף, חייב לנו כסף, חייבים לנו כסף, לא שילם, לא שילמה, לא שילמו, עוד לא שילם, עוד לא שילמה, עוד לא שילמו, עדיין לא שילם, עדיין לא שילמה, עדיין לא שילמו, שלא שילם, שלא שילמה, שלא שילמו, שעוד לא שילם, שעוד לא שילמו, שעדיין לא שילם, שעדיין לא שילמו, טרם שילם, טרם שילמו, חוב, חובות, בחוב, לא שולם, לא שולמה, לא שולמו, שלא שולם, שלא שולמו, עוד לא שולם, עוד לא שולמו, עדיין לא שולם, עדיין לא שולמו, טרם שולם, טרם שולמו, לא משלם, לא משלמים`,
  ],
  [
    { is: 'state', of: 'paid' },
    'paid, settled, paid in full, has paid, have paid, been paid, has been paid, have been paid, already paid, paid up, fully paid, paid already, is paid, are paid, got paid, שולם, שולמו, שולמה, שילם, שילמה, שילמו, ששולם, ששולמו, ששילם, ששילמו, כבר שילם, כבר שילמו, כבר שולם, כבר שולמו',
  ],
  [
    { is: 'state', of: 'overdue' },
    `overdue, over due, past due, past their due date, past its due date, past the due date, past due date, past the deadline, past their deadline, past its deadline, run past their due date, run past its due date, gone past their due date, gone past due, after the due date, late, behind, behind schedule, running late, delayed, should have been done by now, should be done by now, missed their due date, missed the deadline, missed its deadline, that should be done already, too late, באיחור, מאחר, מאחרת, מאחרים, מאחרות, מאוחר, בפיגור, עבר המועד, עבר זמנו, עבר זמנם, עבר זמנה, עבר התאריך, עבר התאריך שלהם, עבר התאריך שלו, עבר את התאריך, עברה את התאריך, עברו את התאריך, שעבר את התאריך, שעברו את התאריך, עבר את המועד, עברו את המועד, שעברו את המועד, המאחרים, המאחרות, שעבר זמנם, שעבר זמנה, כבר באיחור`,
  ],
  [
    { is: 'state', of: 'done' },
    `done, finished, complete, completed, closed, wrapped up, is done, are done, been done, have been done, has been done, are finished, is finished, are complete, are completed, got done, הסתיים, הסתיימה, הסתיימו, הושלם, הושלמה, הושלמו, בוצע, בוצעה, בוצעו, נגמר, נגמרה, נגמרו, סגור, סגורה, סגורים, סגורות, שבוצע, שבוצעו, שהושלמו, שהסתיימו, נעשה, נעשו`,
  ],
  [
    { is: 'state', of: 'open' },
    `open, still open, are open, is open, are still open, is still open, ongoing, unfinished, undone, not done, not finished, not complete, not completed, not closed, arent closed, isnt closed, not closed yet, arent closed yet, still not closed, that are not closed, arent done, isnt done, still arent done, still isnt done, still not done, arent finished, isnt finished, not done yet, not finished yet, incomplete, still running, still going, outstanding tasks, to do, still to do, left to do, hasnt been done, havent been done, havent been done yet, hasnt been closed, havent been closed, not been done, not been closed, hasnt finished, havent finished, hasnt been finished, yet to be done, yet to be finished, פתוח, פתוחה, פתוחים, פתוחות, עוד פתוח, עוד פתוחים, עוד פתוחות, עדיין פתוח, עדיין פתוחים, עדיין פתוחות, שפתוחות, שפתוחים, לא הסתיים, לא הסתיימו, עוד לא הסתיימו, לא סגור, לא סגורים, לא סגורות, לא בוצע, לא בוצעה, לא בוצעו, עוד לא בוצעו, שלא בוצעו, לא הושלמו, שלא הושלמו, נשאר לעשות, נשארו, צריך לעשות`,
  ],
  [
    { is: 'state', of: 'out' },
    'still out, out on loan, on loan, lent out, not back, not back yet, not returned, not returned yet, not been returned, hasnt been returned, havent been returned, hasnt returned, havent returned, still not back, still not returned, hasnt brought back, havent brought back, hasnt given back, havent given back, isnt back, arent back, isnt back yet, arent back yet, בחוץ, עדיין בחוץ, שעדיין בחוץ, עוד בחוץ, שעוד בחוץ, נמצא בחוץ, נמצאים בחוץ, מושאל, מושאלת, מושאלים, מושאלות, לא הוחזר, לא הוחזרה, לא הוחזרו, שלא הוחזר, שלא הוחזרו, עוד לא הוחזר, עוד לא הוחזרו, שעוד לא הוחזרו, לא החזיר, לא החזירה, לא החזירו, שלא החזיר, שלא החזירו, עוד לא החזיר, עוד לא החזירה, עוד לא החזירו, שעוד לא החזיר, שעוד לא החזירו, עדיין לא החזיר, עדיין לא החזירו, שעדיין לא החזירו, טרם הוחזר, טרם הוחזרו, טרם החזיר, טרם החזירו',
  ],
  [
    { is: 'state', of: 'to come' },
    `to come, still to come, coming, coming up, upcoming, in the future, future, yet to come, ahead, ahead of us, booked in, still coming, expected, lined up, planned for later, still ahead, from now on, from today, from today on, עתידי, עתידיים, עתידיות, עוד צפויים, צפויים, צפויות, קרובים, הקרובים, הקרובות, מתוכנן, מתוכננים, מתוכננות, שעוד לפנינו, מהיום והלאה, מהיום`,
  ],
  [
    { is: 'state', of: 'nobody' },
    `nobody, no one, noone, nobody assigned, no one assigned, nobody on it, no one on it, without someone, without anyone, without anybody, unassigned, not assigned, not assigned yet, isnt assigned, arent assigned, hasnt been assigned, havent been assigned, not covered, uncovered, unfilled, not given to anyone, dont have anyone, doesnt have anyone, have nobody, has nobody, have no one, has no one, nobody is on, no one is on, not taken by anyone, without an owner, אף אחד, בלי אף אחד, לא משובץ, לא משובצת, לא משובצים, בלי אחראי, ללא אחראי, בלי אחראית, אין להם אחראי, אין לה אחראי, אין לו אחראי`,
  ],
  [
    { is: 'state', of: 'kept' },
    'we still have, they still have, do we still have, still here, still there, still for sale, for sale, still in the shop, still in the store, still in stock, not sold, not sold yet, unsold, still unsold, left to sell, havent sold, have not sold, havent sold yet, עוד יש לנו, עדיין יש לנו, למכירה, עוד למכירה, לא נמכר, לא נמכרו, שלא נמכרו',
  ],
  [
    { is: 'state', of: 'vacant' },
    'vacant, free, available, not taken, not occupied, unoccupied, unlet, not let, not rented, unrented, still free, still available, empty at the moment, up for grabs, פנוי, פנויה, פנויים, פנויות, ריק מאדם, לא תפוס, לא תפוסה, לא תפוסים, לא תפוסות, לא מושכר, לא מושכרים, הפנויות, הפנויים, שפנויות, שפנויים',
  ],
  [
    { is: 'state', of: 'empty' },
    'empty, blank, not filled in, unfilled, left blank, left empty, not entered, ריק, ריקה, ריקים, ריקות, לא מולא, לא מולאו',
  ],
  [
    { is: 'state', of: 'expired' },
    'expired, out of date, past its date, past their date, gone off, past its use by date, past their use by date, past its best, past their best, run out already, no longer valid, not valid any more, lapsed, פג תוקף, פגי תוקף, פגת תוקף, פג תוקפו, פג תוקפם, פג תוקפה, שפג תוקפם, שפג תוקפה, לא בתוקף, לא בתוקף יותר',
  ],
  [
    { is: 'state', of: 'low' },
    'reorder, to reorder, need to reorder, needs reordering, need reordering, to be reordered, re order, restock, to restock, need restocking, needs restocking, running low, run low, running low on, are low, is low, low on, getting low, low in stock, low stock, need to order, need to order more, need more of, need topping up, nearly out, short of stock, understocked, below minimum, under minimum, below the minimum, under the minimum, are below the minimum, are under the minimum, is below the minimum, below their minimum, below its minimum, below our minimum, less than the minimum, fewer than the minimum, less than minimum, under their minimum, beneath the minimum, מתחת למינימום, פחות מהמינימום, below stock level, להזמין, צריך להזמין, צריכים להזמין, יש להזמין, חסר במלאי, עומד להיגמר, עומדים להיגמר, נגמר במלאי, כמעט נגמר, כמעט נגמרו, במלאי נמוך, מלאי נמוך',
  ],
  [
    { is: 'state', of: 'youngest' },
    'youngest, the youngest, the youngest one, הכי צעיר, הכי צעירה, הצעיר ביותר, הצעירה ביותר',
  ],
  [
    { is: 'state', of: 'oldest' },
    'oldest, the oldest, the oldest one, oldest one, eldest, the eldest, הכי מבוגר, הכי מבוגרת, המבוגר ביותר, המבוגרת ביותר, הכי ישן, הכי ישנה, הישן ביותר, הישנה ביותר',
  ],
  [
    { is: 'state', of: 'latest' },
    'latest, the latest, the latest one, newest, the newest, the newest one, most recent, the most recent, the most recent one, last, the last, the last one, last one, most recently, last time, the last time, אחרון, אחרונה, האחרון, האחרונה, הכי חדש, הכי חדשה, החדש ביותר, החדשה ביותר, הכי אחרון, הכי אחרונה, לאחרונה, בפעם האחרונה, פעם אחרונה',
  ],
  [
    { is: 'state', of: 'earliest' },
    'earliest, the earliest, the earliest one, first, the first, the first one, soonest, הראשון, הראשונה, הכי מוקדם, הכי מוקדמת, המוקדם ביותר, המוקדמת ביותר',
  ],
  [{ is: 'state', of: 'next' }, 'next, the next, next up, the next one, הבא, הבאה, הקרוב, הקרובה, הכי קרוב, הכי קרובה'],
  [
    { is: 'order', of: 'desc' },
    'youngest first, youngest on top, youngest at the top, newest first, latest first, most recent first, largest first, biggest first, highest first, most first, most expensive first, dearest first, longest first, heaviest first, z to a, descending, desc, in descending order, high to low, highest to lowest, largest to smallest, biggest to smallest, newest to oldest, latest to earliest, most to least, from high to low, from highest to lowest, from largest to smallest, from biggest to smallest, from newest to oldest, from most to least, with the biggest first, with the largest first, with the newest first, with the highest first, with the most recent first, with the latest first, biggest on top, highest on top, newest on top, largest on top, biggest at the top, highest at the top, largest at the top, newest at the top, מהגדול לקטן, מהגבוה לנמוך, מהיקר לזול, מהחדש לישן, מהמאוחר למוקדם, בסדר יורד, סדר יורד, מהרב למעט, מהגדולה לקטנה, מהגבוהה לנמוכה, מהארוך לקצר, הגדול קודם, החדש קודם, הגדולים קודם, החדשים קודם',
  ],
  [
    { is: 'order', of: 'asc' },
    'fewest first, fewest on top, fewest at the top, least on top, least at the top, oldest first, earliest first, smallest first, lowest first, least first, cheapest first, shortest first, lightest first, soonest first, a to z, a z, ascending, asc, in ascending order, low to high, lowest to highest, smallest to largest, smallest to biggest, oldest to newest, earliest to latest, least to most, from low to high, from lowest to highest, from smallest to largest, from smallest to biggest, from oldest to newest, from least to most, cheapest to dearest, with the oldest first, with the earliest first, with the smallest first, with the lowest first, with the cheapest first, with the soonest first, oldest on top, oldest at the top, earliest on top, earliest at the top, smallest on top, lowest on top, cheapest on top, alphabetically, in alphabetical order, alphabetical, alphabetical order, in abc order, in order, in date order, by date order, chronologically, in chronological order, מהקטן לגדול, מהנמוך לגבוה, מהזול ליקר, מהישן לחדש, מהמוקדם למאוחר, בסדר עולה, סדר עולה, מהקטנה לגדולה, מהקצר לארוך, לפי סדר האלף בית, לפי האלף בית, לפי אב, בסדר אלפביתי, לפי סדר אלפביתי, לפי סדר כרונולוגי, בסדר כרונולוגי, הישן קודם, הקטן קודם, הזול קודם',
  ],
  [
    { is: 'sorted' },
    'sorted by, sort by, sort it by, sort them by, sort that by, sort those by, ordered by, order by, in order of, arranged by, ranked by, rank by, listed by, listed in order of, by order of, sorted on, in the order of, sorted according to, ordered according to, ממוין לפי, ממוינים לפי, ממוינות לפי, ממוינת לפי, מסודר לפי, מסודרים לפי, מסודרות לפי, לפי סדר, בסדר של, לפי סדר ה',
  ],
  [
    { is: 'twice' },
    'twice, in twice, in there twice, on there twice, listed twice, entered twice, recorded twice, down twice, put in twice, in the list twice, on the list twice, double, doubled, doubles, double entries, double entry, double booked, duplicate, duplicates, duplicated, duplicate rows, duplicate entries, duplicate row, duplicate entry, a duplicate, any duplicates, repeated, repeats, two times, more than once, entered more than once, listed more than once, in there more than once, פעמיים, רשום פעמיים, רשומה פעמיים, רשומים פעמיים, רשומות פעמיים, שרשום פעמיים, שרשומים פעמיים, מופיע פעמיים, מופיעה פעמיים, מופיעים פעמיים, שמופיע פעמיים, שמופיעים פעמיים, כפול, כפולה, כפולים, כפולות, כפילות, כפילויות, יותר מפעם אחת',
  ],
  [
    { is: 'share' },
    'percentage, percentage of, the percentage of, what percentage, what percentage of, what percent, what percent of, percent, percent of, share, share of, the share of, what share, what share of, proportion, proportion of, what proportion, what proportion of, what fraction, what fraction of, how big a share, אחוז, איזה אחוז, מה האחוז, אחוז ה, כמה אחוזים, איזה חלק, מה החלק',
  ],
  [
    { is: 'state', of: 'paid late' },
    'has paid late, have paid late, had paid late, always paid late, is paid late, are paid late, been paid late, got paid late',
  ],
  [{ is: 'unit', of: 'hour' }, 'hourly, per hour, an hour, each hour, לשעה, שעתי'],
  [
    { is: 'skip' },
    'im, i am, my name is, took, take, takes, taken by, in the plan, on the plan, in the schedule, on the schedule, in the tracker, in the log, in the register, in the ledger, in the database, in the overview, in the diary, on the team, in the team, on our team, in our team, אני, שמי, עליהן, עליהם, עליו, עליה, בהם, בהן, אליהם, אליהן, להן, שלהן, ממנו, ממנה, מהן, איתם, איתן, אצלם, עבורם, עבורן, בשבילם, השנה הזאת, לקח, לוקח, לוקחת, לקחה',
  ],
  [{ is: 'unit', of: 'month' }, 'month, months, monthly, a month, חודש, חודשים, חודשי'],
  [{ is: 'unit', of: 'week' }, 'week, weeks, weekly, a week, שבוע, שבועות'],
  [{ is: 'unit', of: 'quarter' }, 'quarter, quarters, quarterly, רבעון'],
  [{ is: 'unit', of: 'year' }, 'year, years, yearly, a year, annually, per annum'],
  [
    { is: 'skip' },
    'pounds, pound, quid, euros, euro, dollars, dollar, shekels, shekel, gbp, usd, eur, שח, שקל, שקלים, ש״ח',
  ],
  [{ is: 'minus' }, 'minus, פחות, מינוס'],
  [{ is: 'product' }, 'times, multiplied by, multiply by, x, כפול, מוכפל ב'],
  [{ is: 'between' }, 'between, anywhere between, somewhere between, בין'],
  [
    { is: 'most', of: 'max' },
    `most, the most, highest, biggest, largest, top, best, greatest, most often, the highest, the biggest, the largest, the top, max, maximum, used the most, use the most, uses the most, had the most, has the most, have the most, got the most, get the most, made the most, makes the most, took the most, takes the most, did the most, does the most, biggest single, single biggest, the single biggest, largest single, single largest, the single largest, highest single, single highest, busiest, the busiest, most popular, the most popular, most frequent, most frequently, most common, most commonly, the most common, best selling, bestselling, best seller, bestseller, הכי הרבה, הכי גדול, הכי גדולה, הכי גדולים, הכי גדולות, הכי גבוה, הכי גבוהה, הגדול ביותר, הגדולה ביותר, הגבוה ביותר, הגבוהה ביותר, הגדולים ביותר, הגדולות ביותר, הגבוהים ביותר, הרב ביותר, הכי נפוץ, הכי נפוצה, הנפוץ ביותר, הכי עמוס, העמוס ביותר, הכי פופולרי`,
  ],
  [
    { is: 'most', of: 'min' },
    `least, the least, lowest, smallest, fewest, the lowest, the smallest, the fewest, min, minimum, least often, smallest single, lowest single, single smallest, single lowest, quietest, the quietest, least popular, the least popular, הכי מעט, הכי פחות, הכי קטן, הכי קטנה, הכי נמוך, הכי נמוכה, הנמוך ביותר, הנמוכה ביותר, הקטן ביותר, הקטנה ביותר, המעט ביותר`,
  ],
  [
    { is: 'most', of: 'max', dimension: 'money' },
    'most expensive, the most expensive, dearest, the dearest, priciest, the priciest, costliest, the costliest, most costly, most valuable, the most valuable, most profitable, הכי יקר, הכי יקרה, הכי יקרים, היקר ביותר, היקרה ביותר, הכי שווה',
  ],
  [
    { is: 'most', of: 'min', dimension: 'money' },
    'cheapest, the cheapest, least expensive, the least expensive, least costly, הכי זול, הכי זולה, הכי זולים, הזול ביותר, הזולה ביותר',
  ],
  [
    { is: 'most', of: 'max', dimension: 'length' },
    'longest, the longest, slowest, the slowest, takes the longest, took the longest, take the longest, took longest, takes longest, הכי ארוך, הכי ארוכה, הארוך ביותר, הארוכה ביותר, לוקח הכי הרבה זמן',
  ],
  [
    { is: 'most', of: 'min', dimension: 'length' },
    'shortest, the shortest, quickest, the quickest, fastest, the fastest, הכי קצר, הכי קצרה, הקצר ביותר, הקצרה ביותר, הכי מהיר, הכי מהירה',
  ],
  [{ is: 'most', of: 'max', dimension: 'weight' }, 'heaviest, the heaviest, הכי כבד, הכי כבדה, הכבד ביותר'],
  [{ is: 'most', of: 'min', dimension: 'weight' }, 'lightest, the lightest, הכי קל, הכי קלה, הקל ביותר'],
];
