import { normalise, tokensOf } from '../language/normalise.ts';
import type { Route } from './lexicon.ts';
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

export type Decided = { readonly kind: 'apply' | 'discard'; readonly followedBy?: 'issueQuote' | 'nameVersion' };

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
  const said = bare(message);
  if (applying.has(said)) return { kind: 'apply' };
  if (issuing.has(said)) return { kind: 'apply', followedBy: 'issueQuote' };
  if (naming.has(said)) return { kind: 'apply', followedBy: 'nameVersion' };
  if (discarding.has(said)) return { kind: 'discard' };
  return undefined;
};

const decidingWords = new Set(tokensOf('apply תחיל תחילי תחילו להחיל נחיל החל discard הטיוטה draft'));

/** Speaks of applying or discarding, and of more: a part of the draft, a condition. Never guessed at. */
export const isNearPhrase = (message: string): boolean => tokensOf(message).some((word) => decidingWords.has(word));

export const isContinuation = (message: string): boolean => continuing.has(bare(message));
