import { type Bilingual, earlierRequests, listFiles, NotRead, OfflineRefusal, type Sub, today } from '../plan.ts';
import { readRequest } from '../request-text.ts';
import { askBefore } from './everyday.ts';
import { sheetsOf } from './folder-sheets.ts';
import { nearestActs, nearestActWays } from './nearest-acts.ts';
import { nearestAsks, nearestWays } from './nearest-asks.ts';
import { nothingAsked } from './rewrite.ts';

/**
 * The same refusal with the questions that come nearest to the request, each complete and to be clicked. Where no rule
 * read the request at all, it says which words were left out of them.
 */
export function* withNearQuestions(refusal: OfflineRefusal, request: string): Sub<OfflineRefusal> {
  const isUnread = refusal instanceof NotRead;
  if (!isUnread && refusal.suggestions !== undefined) return refusal;
  try {
    const text = readRequest(request, yield* listFiles());
    const asked = nothingAsked(text, yield* listFiles());
    const sheets = yield* sheetsOf({ ...asked, source: text.source, sheet: text.sheet });
    const day = yield* today();
    const before = askBefore(yield* earlierRequests(), sheets, day);
    const said = text.source === undefined ? request : request.replaceAll(text.source.path, ' ');
    const near = nearestAsks(said, before, sheets, day);
    const acts = nearestActWays(nearestActs(said, sheets, day), sheets, text.language);
    const ways = [...acts, ...nearestWays(near, sheets, text.language)].slice(0, mostWays);
    if (ways.length === 0) return refusal;
    // Only a slip of the finger stood in the way, and the rules have mended it themselves.
    const isSlip = isUnread && acts.length === 0 && near[0]?.dropped.length === 0 && refusal.suggestions !== undefined;
    if (isSlip) return refusal;
    const others = (refusal.suggestions ?? []).slice(0, mostWays - ways.length);
    return new OfflineRefusal(
      isUnread ? leftOut(acts.length > 0 ? [] : (near[0]?.dropped ?? [])) : refusal.sentence,
      ways.length > 1 ? ways : [...ways, ...others],
      refusal.about,
    );
  } catch (fault) {
    if (fault instanceof OfflineRefusal) return refusal;
    throw fault;
  }
}

const mostWays = 3;

const leftOut = (words: readonly string[]): Bilingual => {
  const [he, en] = [words, words].map((each) => each.slice(0, 4).map((word) => `"${word}"`)) as [string[], string[]];
  if (words.length === 0)
    return { en: "I'm not sure what you mean. Is it one of these?", he: 'לא ברור לי למה הכוונה. האם לאחת מאלה?' };
  return {
    en: `I can't tell what ${joined(en, ' and ')} ${words.length > 1 ? 'mean' : 'means'} here. Do you mean one of these?`,
    he: `לא ברור לי מה פירוש ${joined(he, ' ו-')} כאן. האם הכוונה לאחת מאלה?`,
  };
};
const joined = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}${last}${words.at(-1)}`;
