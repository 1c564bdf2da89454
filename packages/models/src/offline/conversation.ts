import type { ChatMessage } from '../core/chat.ts';
import { readAskNote } from '../view/ask-note.ts';
import { isExact } from './everyday/exact-read.ts';
import { savedInNewFile } from './new-file.ts';
import { fileName } from './reading/files-named.ts';

/**
 * A request in full. Somebody who goes on from the turn before says only what is different: one word to answer a
 * question, "now only for 2024", "and the least?", "sort it by date". What comes out says the whole of it.
 */
export const inFull = (messages: readonly ChatMessage[], asked: string): string => {
  const { before, offered, made } = earlier(messages);
  return completedBy(asked, before, offered, made);
};

/** What was asked before the last request, in full, and what the answer to it offered. */
export const earlier = (
  messages: readonly ChatMessage[],
): { readonly before: string | undefined; readonly offered: readonly string[]; readonly made: string | undefined } => {
  let before: string | undefined;
  let offered: readonly string[] = [];
  let made: string | undefined;
  const turns = messages.flatMap((message) =>
    message.role === 'user' || message.role === 'assistant' ? [message] : [],
  );
  const last = turns.findLastIndex(({ role }) => role === 'user');
  for (const [at, { role, text }] of turns.entries()) {
    if (at === last) break;
    if (role === 'user') before = completedBy(text, before, offered, made);
    else if (text !== '') {
      offered = readAskNote(text).suggestions;
      made = madeIn(text);
    }
  }
  return { before, offered, made };
};

/** The file that an answer says it made. */
const madeIn = (text: string): string | undefined =>
  /^(?:Saved|נשמרו) .*?(?: to | as | as a table in | בקובץ |כטבלה בקובץ )(?<path>[^\n]+?\.(?:csv|xlsx|docx))\./mu
    .exec(text)
    ?.groups?.path?.replace(/^.* (?:to|בקובץ) /u, '');

const completedBy = (text: string, before: string | undefined, offered: readonly string[], made?: string): string =>
  picked(text, offered) ??
  (made === undefined ? undefined : aboutMade(text.trim(), made)) ??
  (before === undefined ? text : followed(text.trim(), before)) ??
  text;

/** One of the requests that were offered, meant by a word or two that stand in it alone. */
const picked = (text: string, offered: readonly string[]): string | undefined => {
  const said = text
    .toLowerCase()
    .replace(/[\s.!?,"']+$/u, '')
    .replace(/^["'\s]+|^(?:the |in |by |ב-?|ל-?|את )/u, '')
    .trim();
  if (said === '' || said.split(/\s+/).length > 4 || offered.length === 0) return undefined;
  const ordinal = ordinals.findIndex((words) => words.includes(said));
  if (ordinal >= 0) return offered[ordinal];
  if (/^(?:yes|yes please|ok|okay|sure|do it|כן|בסדר|קדימה)$/u.test(said) && offered.length === 1) return offered[0];
  // "Total?" is a question of its own; of what comes near, a name answers which was meant.
  if (isOperator.test(said) && offered.some(isExact)) return undefined;
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu');
  const [only, other] = offered.filter((each) => whole.test(each));
  return other === undefined ? only : undefined;
};
const isOperator = /^(?:(?:the )?(?:total|sum|average|count|rows?|highest|lowest)|סכום|סה["״]?כ|ממוצע|כמה|שורות)$/iu;
const ordinals: readonly (readonly string[])[] = [
  ['1', 'first', 'the first', 'the first one', 'הראשון', 'הראשונה'],
  ['2', 'second', 'the second', 'the second one', 'השני', 'השנייה'],
  ['3', 'third', 'the third', 'the third one', 'השלישי', 'השלישית'],
];

const goingOn =
  /^(?:(?:and|now|ok|okay|so|then|also|but|what about|how about|ועכשיו|עכשיו|ו|אז|ומה עם|מה עם)[\s,]+)+/iu;
const narrower =
  /^(?:(?:only|just|רק)\s)?(?:for|in|from|of|with|without|where|except|since|before|after|between|during|של|עבור|בלי|ללא|חוץ|שבהן|לשנת|בשנת|משנת|[בלמ]-?(?=\d)|ל(?=\p{L}{2}))/iu;
const onlySome = /^(?:only|just|רק)\s/iu;

/** What is different, put into the request before; undefined where it goes on from nothing. */
const followed = (text: string, before: string): string | undefined => {
  const plain = text.replace(/[\s.!?]+$/u, '');
  const whole = before.replace(/[\s.!?]+$/u, '');
  const saved = savedInNewFile(text, before);
  if (saved !== undefined) return saved;
  const rest = plain.replace(goingOn, '');
  const isGoingOn = rest !== plain;
  if (plain.search(fileName) >= 0) {
    return /^(?:and )?save (?:it|them|that|this|the result) (?:as|to|in)\s|^ו?שמור (?:אותו|אותם|את זה) /iu.test(plain)
      ? `${whole} ${/\p{Script=Hebrew}/u.test(plain) ? plain.replace(/^ו?/u, 'ו') : `and ${plain.replace(/^and /iu, '')}`}`
      : undefined;
  }
  // "Of those, how many are new": the rows of the question before, narrowed.
  const among =
    /^(?:(?:and|so|ok|okay)[\s,]+)*(?:(?:how many )?of (?:them|those|these)|among (?:them|those)|out of (?:them|those)),? (?:how many )?(?:are |were |is |was )?(?<more>.+)$|^ו?(?:מתוכם|מתוכן|מהם|מהן|מביניהם),? כמה (?:הם |הן )?(?<moreHe>.+)$|^ו?כמה (?:מתוכם|מהם|מהן|מביניהם) (?<lastHe>.+)$/iu.exec(
      plain,
    )?.groups;
  const more = among?.more ?? among?.moreHe ?? among?.lastHe;
  if (more !== undefined && /(?<![\p{L}])(?:how many|count|כמה)(?![\p{L}])/iu.test(whole)) return `${whole} ${more}`;
  const turnedRound = opposite(rest, whole);
  if (turnedRound !== undefined) return turnedRound;
  if ((isGoingOn && narrower.test(rest)) || (onlySome.test(rest) && rest.split(/\s+/).length <= 6)) {
    const narrowed = rest.replace(/^(?:only|just)\s/iu, '').replace(/^רק\s/u, '');
    return `${whole} ${/^(?:for|in|from|of|with|without|where|except|since|before|after|between|during)\s/iu.test(narrowed) || /\p{Script=Hebrew}/u.test(narrowed) ? narrowed : `for ${narrowed}`}`;
  }
  if (
    isGoingOn &&
    /^(?:by|per|for each|לפי|לכל)\s/iu.test(rest) &&
    !/(?<![\p{L}])(?:by|per|each|לפי|לכל)(?![\p{L}])/iu.test(whole)
  )
    return `${whole} ${rest}`;
  return aboutTheFile(plain, whole);
};

const pairs: readonly (readonly [string, string])[] = [
  ['most', 'least'],
  ['highest', 'lowest'],
  ['largest', 'smallest'],
  ['biggest', 'smallest'],
  ['maximum', 'minimum'],
  ['max', 'min'],
  ['most expensive', 'cheapest'],
  ['dearest', 'cheapest'],
  ['longest', 'shortest'],
  ['oldest', 'youngest'],
  ['הכי הרבה', 'הכי פחות'],
  ['הגבוה ביותר', 'הנמוך ביותר'],
  ['הגבוהה ביותר', 'הנמוכה ביותר'],
  ['הכי גבוה', 'הכי נמוך'],
  ['הגדול ביותר', 'הקטן ביותר'],
  ['הכי גדול', 'הכי קטן'],
  ['הכי יקר', 'הכי זול'],
  ['היקר ביותר', 'הזול ביותר'],
];

/** "And the least?" after a question for the most. */
const opposite = (rest: string, whole: string): string | undefined => {
  const asked = rest.replace(/^(?:the|ה(?=כי)|ו(?=ה))\s?/iu, '').toLowerCase();
  const bare = asked.replace(/^ו/u, '');
  const isHigh = pairs.some(([high]) => high === asked || high === bare);
  const isLow = pairs.some(([, low]) => low === asked || low === bare);
  if (!isHigh && !isLow) return undefined;
  for (const [high, low] of pairs) {
    const [from, to] = isLow ? [high, low] : [low, high];
    const found = new RegExp(`(?<![\\p{L}])${from}(?![\\p{L}])`, 'iu');
    if (found.test(whole)) return whole.replace(found, to);
  }
  return undefined;
};

/** "Sort that by customer": the file that was just made. */
const aboutMade = (text: string, made: string): string | undefined => {
  const plain = text.replace(/[\s.!?]+$/u, '');
  if (plain.search(fileName) >= 0) return undefined;
  const sorts =
    /^(?:(?:ok|okay|and|now|please|can you|could you|then|also)[\s,]+)*(?<verb>sort|order|rank|rename|add|delete|remove|convert|round)(?<between>[^,]*?) ?(?<!\p{L})(?<what>it|that|this|them|those|the list|the file|the new file|the new one|that file|that list)(?!\p{L})(?<rest>.*)$/iu.exec(
      plain,
    )?.groups;
  if (sorts) return `${sorts.verb}${sorts.between} ${made}${sorts.rest}`.replace(/ {2,}/g, ' ');
  const hebrew =
    /^(?:(?:ו?עכשיו|בבקשה|טוב|אוקיי)[\s,]+)*ו?(?<verb>תמיי(?:ן|ני)|מיי(?:ן|ני)|למיין|תסדרי?|סדרי?) (?:אותו|אותה|אותם|את זה|את הקובץ|את הרשימה)(?<rest>.*)$/u.exec(
      plain,
    )?.groups;
  return hebrew ? `${hebrew.verb} את ${made}${hebrew.rest}` : undefined;
};

/** "Sort it by date": the file of the turn before. */
const aboutTheFile = (plain: string, whole: string): string | undefined => {
  const [file] = whole.match(fileName) ?? [];
  const said =
    /(?<![\p{L}'])(?:it|them|that|those|this file|that file|the file|the same file|אותו|אותם|אותה|בו|הקובץ|בקובץ הזה)(?![\p{L}'])/iu;
  if (file === undefined || !said.test(plain)) return undefined;
  return plain.replace(said, (word) => (word === 'בו' ? `בקובץ ${file}` : file));
};
