import { normalise, tokensOf } from '../language/normalise.ts';
import type { Route } from './lexicon.ts';
import { clausesOf } from './orders.ts';
import { withoutRequest } from './read.ts';

type SlashMeaning =
  | { readonly route: Route; readonly entity?: 'task' | 'element' }
  | { readonly decide: 'apply' | 'discard' };

/** What stands after the slash, in both languages, and what it means. */
const slashes: Readonly<Record<string, SlashMeaning>> = {
  task: { route: 'CHG', entity: 'task' },
  משימה: { route: 'CHG', entity: 'task' },
  element: { route: 'CHG', entity: 'element' },
  אלמנט: { route: 'CHG', entity: 'element' },
  change: { route: 'CHG' },
  שינוי: { route: 'CHG' },
  price: { route: 'PLN' },
  מחיר: { route: 'PLN' },
  quote: { route: 'PLN' },
  הצעה: { route: 'PLN' },
  plan: { route: 'PLN' },
  תוכנית: { route: 'PLN' },
  ideas: { route: 'IDE' },
  רעיונות: { route: 'IDE' },
  build: { route: 'SOL' },
  בנייה: { route: 'SOL' },
  check: { route: 'CRT' },
  בדיקה: { route: 'CRT' },
  ask: { route: 'QST' },
  שאלות: { route: 'QST' },
  qa: { route: 'QA' },
  מידע: { route: 'QA' },
  apply: { decide: 'apply' },
  החל: { decide: 'apply' },
  discard: { decide: 'discard' },
  בטל: { decide: 'discard' },
};

/** The command that leads to a route, for chips. */
export const slashOf: Readonly<Record<Route, { readonly he: string; readonly en: string }>> = {
  IDE: { he: '/רעיונות', en: '/ideas' },
  PLN: { he: '/הצעה', en: '/plan' },
  SOL: { he: '/בנייה', en: '/build' },
  CHG: { he: '/שינוי', en: '/change' },
  CRT: { he: '/בדיקה', en: '/check' },
  QA: { he: '/מידע', en: '/qa' },
  QST: { he: '/שאלות', en: '/ask' },
};

export type Slash = { readonly meaning: SlashMeaning; readonly rest: string };

export const readSlash = (message: string): Slash | undefined => {
  const found = /^[\s\u200e\u200f]*\/(\S+)\s*([\s\S]*)$/.exec(message);
  const name = found?.[1]?.toLowerCase().normalize('NFC');
  if (!found || name === undefined || !Object.hasOwn(slashes, name)) return undefined;
  const meaning = slashes[name];
  return meaning && { meaning, rest: (found[2] ?? '').trim() };
};

export type Decided = {
  readonly kind: 'apply' | 'discard';
  readonly followedBy?: 'issueQuote' | 'nameVersion';
  /** A yes that may mean the draft: it is asked back with one click, and nothing is applied before. */
  readonly confirm?: true;
};

const phrases = (list: string): ReadonlySet<string> => new Set(list.split('|').map(normalise));
const polite = new Set(
  tokensOf('ok okay please pls now yes great good thanks אוקיי אוקי בבקשה עכשיו כן מעולה סבבה יאללה טוב תודה'),
);
const applying = phrases(
  'apply|save|commit|apply it|apply changes|apply the changes|apply the draft|save it|save changes|save the changes|' +
    'תחיל|תחילי|תחילו|החל|שמור|תשמור|תשמרי|שמרי|תחיל את זה|תחיל את הטיוטה|תחיל טיוטה|תחיל את השינויים|תחיל שינויים|' +
    'החל את השינויים|החל את הטיוטה|שמור את השינויים|שמור שינויים|תשמור את השינויים|תשמור את זה|' +
    'להחיל|נחיל|להחיל את זה|נחיל את זה|להחיל את השינויים|להחיל את הטיוטה|לשמור|נשמור|לשמור את השינויים',
);
const issuing = phrases('finalize quote|finalise quote|finalize the quote|finalise the quote|סגור הצעה|סגור את ההצעה');
const naming = phrases(
  'finalize version|finalise version|finalize the version|finalise the version|סגור גרסה|סגור את הגרסה',
);
const discarding = phrases(
  'discard|discard draft|discard the draft|discard it|throw it away|discard changes|discard the changes|' +
    'בטל טיוטה|בטל את הטיוטה|תבטל את הטיוטה|מחק טיוטה|מחק את הטיוטה|תמחק את הטיוטה|זרוק את הטיוטה',
);

/** Every verb with every object: people say it in more ways than anybody lists. */
const phrased = (verbs: string, objects: string): ReadonlySet<string> =>
  phrases(
    verbs
      .split('|')
      .flatMap((verb) => objects.split('|').map((object) => `${verb} ${object}`.trim()))
      .join('|'),
  );
const ofDraft = 'את הטיוטה|טיוטה|את ה draft|את השינויים|שינויים|the draft|draft|the changes|these changes|changes';
const ofAll = `${ofDraft}|את זה|הכל|את הכל|את כל זה|it|that|this|everything|all of it|it all`;
const agreed = [
  applying,
  phrased(
    'מאשר|מאשרת|מאשרים|אשר|אשרי|תאשר|תאשרי|תאשרו|לאשר|נאשר|מאושר|approve|approved|accept|accepted|confirm|confirmed',
    `|${ofAll}`,
  ),
  phrased('תחיל|תחילי|תחילו|החל|להחיל|נחיל|תשמור|תשמרי|שמור|לשמור|נשמור|apply|save|commit', ofAll),
  phrased('תכניס|תכניסי|תכניסו|הכנס|להכניס|נכניס', 'את הטיוטה|את השינויים|את זה|הכל|את הכל'),
  phrases('סגור|סגרנו|deal'),
];
const dropped = [
  discarding,
  phrased('בטל|בטלי|תבטל|תבטלי|תבטלו|לבטל|נבטל|discard|scrap|cancel', `|${ofAll}`),
  phrased('זרוק|זרקי|תזרוק|תזרקי|תזרקו|לזרוק|נזרוק|throw away|throw out', ofAll),
  // "Delete it" may mean the element; the draft has to be named.
  phrased('מחק|מחקי|תמחק|תמחקי|תמחקו|למחוק|נמחק|delete', ofDraft),
];
/** Said beside the decision: how one likes what is pending. */
const praise = new Set(
  tokensOf(
    'ok okay please pls now yes great good thanks looks look nice perfect exactly like this that it is its fine all lets ' +
      'אוקיי אוקי בבקשה עכשיו כן מעולה סבבה יאללה טוב תודה נראה לי מצוין מושלם אחלה יופי בדיוק ככה כמו שרציתי שרצינו הכל זה',
  ),
);
const blame = new Set([
  ...praise,
  ...tokensOf(
    'no not what i we meant wanted asked for wrong bad nope sorry never mind forget ' +
      'לא מה שהתכוונתי שהתכוונו שביקשתי שביקשנו עזוב עזבי עזבו רע חבל סליחה טעות בעצם',
  ),
]);
/** "כן", "looks good, go ahead": to what is pending, when nothing else is said. */
const yes = new Set(tokensOf('כן yes yep yeah sure go רוץ רוצי תרוץ בטח'));
const assent = new Set([...praise, ...yes, ...tokensOf('ahead for it with עם על')]);
const negators = new Set(tokensOf('no not dont never לא אל בלי'));

/** One clause decides, and whatever is said beside it only likes or dislikes what is pending. */
const decidesIn = (
  clauses: readonly (readonly string[])[],
  cores: readonly ReadonlySet<string>[],
  beside: ReadonlySet<string>,
): boolean =>
  clauses.some((tokens, at) => {
    if (!clauses.every((other, nth) => nth === at || other.every((word) => beside.has(word)))) return false;
    for (let from = 0; from < tokens.length && (from === 0 || beside.has(tokens[from - 1] ?? '')); from += 1) {
      if (negators.has(tokens[from - 1] ?? '')) continue;
      for (let to = tokens.length; to > from; to -= 1) {
        const core = tokens.slice(from, to).join(' ');
        if (cores.some((phrase) => phrase.has(core))) return true;
        if (!beside.has(tokens[to - 1] ?? '')) break;
      }
    }
    return false;
  });

const continuing = phrases('continue|go on|go ahead|next|start|תמשיך|תמשיכי|תתחיל|תתחילי|הלאה|קדימה|נמשיך');

const bare = (message: string): string => {
  const tokens = [...tokensOf(message)];
  while (tokens.length > 1 && polite.has(tokens[0] ?? '')) tokens.shift();
  while (tokens.length > 1 && polite.has(tokens.at(-1) ?? '')) tokens.pop();
  // "אפשר להחיל" lets it happen; "אפשר להחיל?" only asks whether it may.
  return (/[?؟]/.test(message) ? tokens : withoutRequest(tokens)).join(' ');
};

/** The whole message and nothing else: "apply" decides, "apply the blue one" is talked about. */
export const readPhrase = (message: string): Decided | undefined => {
  const whole = bare(message);
  if (applying.has(whole)) return { kind: 'apply' };
  if (issuing.has(whole)) return { kind: 'apply', followedBy: 'issueQuote' };
  if (naming.has(whole)) return { kind: 'apply', followedBy: 'nameVersion' };
  if (discarding.has(whole)) return { kind: 'discard' };
  if (/[?؟]/.test(message)) return undefined;
  const clauses = clausesOf(message).map(tokensOf);
  if (decidesIn(clauses, dropped, blame)) return { kind: 'discard' };
  if (decidesIn(clauses, agreed, praise)) return { kind: 'apply' };
  const words = clauses.flat();
  return words.some((word) => yes.has(word)) && words.every((word) => assent.has(word))
    ? { kind: 'apply', confirm: true }
    : undefined;
};

const decidingWords = new Set(tokensOf('apply תחיל תחילי תחילו להחיל נחיל החל discard הטיוטה draft'));

/** Speaks of applying or discarding, and of more: a part of the draft, a condition. Never guessed at. */
export const isNearPhrase = (message: string): boolean => tokensOf(message).some((word) => decidingWords.has(word));

export const isContinuation = (message: string): boolean => continuing.has(bare(message));
