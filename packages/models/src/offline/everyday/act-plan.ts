import { earlierRequests, listFiles, OfflineRefusal, type Sub, today } from '../plan.ts';
import { readRequest } from '../request-text.ts';
import type { Asked } from '../rule.ts';
import { actInWords, carryOut, readAct } from './acts.ts';
import { askBefore } from './everyday.ts';
import { sheetsOf } from './folder-sheets.ts';
import { nothingAsked } from './rewrite.ts';

/** A change of the rows of the turns before, as a request that stands alone: "put Darren on those", "save that as a new file". */
export function* actGoingOn(request: string): Sub<string | undefined> {
  try {
    const files = yield* listFiles();
    const text = readRequest(request, files);
    if (text.source !== undefined || text.target !== undefined) return undefined;
    const sheets = yield* sheetsOf(nothingAsked(text, files));
    const day = yield* today();
    const before = askBefore(yield* earlierRequests(), sheets, day);
    const act = before === undefined ? undefined : readAct(request, before, sheets, day);
    return act && speaksBack.test(request) ? actInWords(act) : undefined;
  } catch (refusal) {
    if (refusal instanceof OfflineRefusal) return undefined;
    throw refusal;
  }
}
const speaksBack =
  /(?<![\p{L}])(?:those|these|them|that|it|this|ones?|both|list|results?|second|duplicates?|double|copy|extra|אותם|אותן|אותו|אותה|אלה|אלו|זה|כולם|כולן|הרשימה|ה?כפילו\p{L}*|ה?כפול\p{L}*|ה?שנייה?)(?![\p{L}])/iu;

/** A change of rows that no other rule reads, carried out; undefined where this does not read it either. */
export function* actAfresh(asked: Asked): Sub<string | undefined> {
  if (asked.missing !== undefined || asked.quoted.length > 0) return undefined;
  const sheets = yield* sheetsOf({ ...asked, rest: '' });
  const day = yield* today();
  const act = readAct(
    asked.source === undefined ? asked.original : asked.original.replaceAll(asked.source.path, ' '),
    undefined,
    sheets,
    day,
  );
  return act === undefined ? undefined : yield* carryOut(asked, act);
}
