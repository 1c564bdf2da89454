import { earlierRequests, listFiles, OfflineRefusal, refuse, type Sub, today } from '../plan.ts';
import { readRequest } from '../request-text.ts';
import type { Asked } from '../rule.ts';
import { placeName, placeOf } from '../rules/word-question.ts';
import { answerOf } from './answer.ts';
import { asksForChange } from './asks-for-change.ts';
import { isGoingOn, readEveryday } from './everyday.ts';
import { sheetsOf } from './folder-sheets.ts';
import type { Sheet } from './sheets.ts';

/** An everyday question about the tables of the folder, answered; undefined where it is none or cannot be read. */
export function* answerEveryday(asked: Asked): Sub<string | undefined> {
  if (asked.target !== undefined || asked.missing !== undefined || asksForChange.test(asked.original)) return undefined;
  const sheets = yield* sheetsOf(asked);
  if (sheets.length === 0) return undefined;
  const request = asked.source === undefined ? asked.original : asked.rest;
  if (/@q\d/.test(request)) return undefined;
  const read = readEveryday(request, yield* earlierRequests(), sheets, yield* today());
  if ('ask' in read) return answerOf(read.ask, asked);
  if (read.sheets !== undefined && read.sheets.length > 1) return whichOf(asked, read.sheets);
  return undefined;
}

/** Several tables read it equally well: the whole request for each of them. */
const whichOf = ({ original, language }: Asked, sheets: readonly Sheet[]): never => {
  const list = sheets.map(({ table }) => placeName(table)).join(', ');
  const request = original.replace(/[\s.?!]+$/u, '');
  return refuse(
    `Which table do you mean: ${list}?`,
    `לאיזו טבלה הכוונה: ${list}?`,
    sheets.slice(0, 3).map(({ table }) => `${request} ${placeOf({ ...table, isOnlySheet: false }, language)}`),
  );
};

/** A word that could be of two columns, said about what was asked before. */
class Unsure extends OfflineRefusal {
  constructor(word: string) {
    super({
      en: `"${word}" could be the status or what is not paid yet. Say which, for example "not paid".`,
      he: `"${word}" יכול להיות הסטטוס או מה שעוד לא שולם. כתבו במה מדובר, למשל "לא שולם".`,
    });
  }
}

/** The same for what goes on from the turns before: "and in May?", "how many of those are open?". */
export function* answerGoingOn(request: string): Sub<string | undefined> {
  if (!isGoingOn(request) || asksForChange.test(request)) return undefined;
  try {
    const files = yield* listFiles();
    const text = readRequest(request, files);
    if (text.source !== undefined || text.target !== undefined || text.quoted.length > 0) return undefined;
    const asked: Asked = {
      ...text,
      files,
      part: () => undefined,
      raw: () => undefined,
      say: (en, he) => (text.language === 'he' ? he : en),
    };
    const sheets = yield* sheetsOf({ ...asked, rest: '' });
    const read = readEveryday(request, yield* earlierRequests(), sheets, yield* today(), true);
    if ('isUnsure' in read && read.isUnsure) throw new Unsure(read.unknown.join(' '));
    return 'ask' in read ? answerOf(read.ask, asked) : undefined;
  } catch (refusal) {
    if (refusal instanceof Unsure) throw refusal;
    // Why it cannot be read is said by the rules that come after.
    if (refusal instanceof OfflineRefusal) return undefined;
    throw refusal;
  }
}
