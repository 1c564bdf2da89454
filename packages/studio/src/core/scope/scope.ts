import type { LText, ScopeCandidate } from '../domain/index.ts';
import { colourWords } from '../language/colours.ts';
import { leftAloneIn } from '../language/left-alone.ts';
import { tokensOf, variantsOf } from '../language/normalise.ts';
import { countOfWord } from '../language/numbers.ts';
import { formsOf } from '../language/verbs.ts';
import { isKnownWord } from './known-words.ts';
import type { Named } from './name-index.ts';
import { type Candidate, resolveMention } from './resolve.ts';

/** An element that can be spoken of: one of the project, or one the open draft would create. */
export type ScopeElement = {
  readonly id: string;
  readonly name: LText;
  readonly aliases: readonly string[];
};

export type ScopeFacts = {
  readonly elements: readonly ScopeElement[];
  readonly selectedIds: readonly string[];
  /** What the open draft touched last, then what the turn before was about: what "it" can mean. */
  readonly lastTouchedIds: readonly string[];
  readonly lastScopeIds: readonly string[];
};

export type Scope =
  | {
      readonly kind: 'elements';
      readonly ids: readonly string[];
      readonly method: 'mention' | 'selection' | 'pronoun' | 'only' | 'chosen';
    }
  | { readonly kind: 'project'; readonly method: 'everything' | 'chosen' }
  /** Something new is asked for; no element that exists is meant. */
  | { readonly kind: 'new'; readonly method: 'create' | 'chosen' }
  | { readonly kind: 'ask'; readonly why: 'ambiguous' | 'exists'; readonly candidates: readonly ScopeCandidate[] }
  | { readonly kind: 'none' };

/** What a message is about. What was said goes before what is selected, and that before what "it" refers to. */
export const scopeOf = (text: string, facts: ScopeFacts): Scope => {
  const tokens = tokensOf(leftAloneIn(text).rest);
  const mention = resolveMention(tokens, facts.elements.map(named), isKnownWord);
  const creating = tokens.findIndex((token, at) => creates.has(token) || wantsAnother(tokens, at));

  if (creating >= 0 && mention.kind !== 'none') {
    const object = mention.candidates.find(({ matched }) => isObject(tokens, creating, matched));
    if (object) {
      const isAnother = tokens.some((token) => another.has(token));
      const isAccepted = mention.kind === 'found' && mention.ids.includes(object.id);
      if (!isAccepted || isAnother) return { kind: 'new', method: 'create' };
      return { kind: 'ask', why: 'exists', candidates: shown([object], facts.elements, tokens) };
    }
  }
  if (mention.kind === 'found') return { kind: 'elements', ids: mention.ids, method: 'mention' };
  if (saysEverything(tokens)) return { kind: 'project', method: 'everything' };
  if (mention.kind === 'ambiguous' && !speaksOfTasks(tokens)) {
    const selected = mention.candidates.filter(({ id }) => facts.selectedIds.includes(id));
    if (selected.length > 0) return { kind: 'elements', ids: selected.map(({ id }) => id), method: 'selection' };
    return { kind: 'ask', why: 'ambiguous', candidates: shown(mention.candidates, facts.elements, tokens) };
  }
  if (creating >= 0 && !isAttached(tokens, creating)) return { kind: 'new', method: 'create' };

  const live = new Set(facts.elements.map(({ id }) => id));
  const alive = (ids: readonly string[]): readonly string[] => ids.filter((id) => live.has(id));
  if (alive(facts.selectedIds).length > 0)
    return { kind: 'elements', ids: alive(facts.selectedIds), method: 'selection' };
  const touched = alive(facts.lastTouchedIds);
  if (touched.length > 0) return { kind: 'elements', ids: touched, method: 'pronoun' };
  const before = alive(facts.lastScopeIds);
  if (before.length > 0 && tokens.some((token) => pronouns.has(token)))
    return { kind: 'elements', ids: before, method: 'pronoun' };
  return { kind: 'none' };
};

/** The one element of a project with a single one needs no name. */
export const onlyElement = ({ elements }: ScopeFacts): Scope =>
  elements.length === 1 && elements[0] ? { kind: 'elements', ids: [elements[0].id], method: 'only' } : { kind: 'none' };

const named = ({ id, name, aliases }: ScopeElement): Named => ({
  id,
  names: [name.he, name.en, ...aliases].filter((each): each is string => Boolean(each)),
});

const shown = (
  candidates: readonly Candidate[],
  elements: readonly ScopeElement[],
  tokens: readonly string[],
): readonly ScopeCandidate[] =>
  candidates.slice(0, 5).map(({ id, score, matched }) => ({
    elementId: id,
    label: elements.find((element) => element.id === id)?.name ?? {},
    score: Math.round(score * 1000) / 1000,
    why: matched.map((at) => tokens[at] ?? '').join(' '),
  }));

const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));
const creates = new Set([
  ...['להוסיף:וסיף:הוסף|הוסיפי|הוסיפו', 'ליצור:יצור:צור|צרי', 'להכניס:כניס:'].flatMap(formsOf),
  ...tokensOf('add create new'),
]);
const another = setOf('another second more additional extra נוסף נוספת נוספים נוספות עוד שני שנייה');
const wants = setOf('want wants need needs צריך צריכה צריכים רוצה רוצים רוצות');
/** "צריך עוד דלפק", "need 2 more counters": one more is asked for, whatever verb says so. */
const wantsAnother = (tokens: readonly string[], at: number): boolean => {
  const first = tokens.slice(at + 1).findIndex((token) => !isNumber(token) && countOfWord(token) === undefined);
  return wants.has(tokens[at] ?? '') && another.has(tokens[at + 1 + first] ?? '') && first >= 0;
};
const pronouns = setOf('it this that them these those its זה זאת זו אותו אותה אותם אותן הוא היא הם אלה בו בה בהם');
/** What may stand between "add" and the thing that is added. */
const light = setOf(
  'a an the me us to please pls another second more one two three four 1 2 3 4 5 6 new big small large additional extra לי לנו את עוד בבקשה נא גם שני שתי שלושה שלוש ארבעה אחד אחת חדש חדשה גדול קטן',
);
const towards = setOf(
  'to for on in at of near by with beside behind under above into ליד אל על של עם מעל מתחת מאחורי בשביל עבור',
);

/** Whether the words that name an element are what is added, and not where something is added to. */
const isObject = (tokens: readonly string[], verb: number, matched: readonly number[]): boolean => {
  const from = matched.find((at) => at > verb);
  if (from === undefined) return false;
  const between = tokens.slice(verb + 1, from);
  const isLight = (token: string): boolean => light.has(token) || colourWords.has(token) || isNumber(token);
  if (!between.every(isLight)) return false;
  // "תוסיף לבמה…" adds something to it; "תוסיף במה" adds it.
  return !(/^[לב]/.test(tokens[from] ?? '') && variantsOf(tokens[from] ?? '').length > 1 && between.length === 0);
};

/** "add lights to it", "תוסיף לו תאורה": something is added, but to something. */
const isAttached = (tokens: readonly string[], verb: number): boolean =>
  tokens
    .slice(verb + 1)
    .some((token) => towards.has(token) || pronouns.has(token) || ['לו', 'לה', 'להמ'].includes(token)) ||
  speaksOfTasks(tokens);

const isNumber = (token: string): boolean => /^[\d#]/.test(token);
const taskWords = setOf('task tasks משימה משימות משימת milestone milestones');
const speaksOfTasks = (tokens: readonly string[]): boolean =>
  tokens.some((token) => variantsOf(token).some((form) => taskWords.has(form)));

const everything = [
  'everything',
  'whole project',
  'entire project',
  'all elements',
  'all of it',
  'all of them',
  'הכל',
  'הכול',
  'כל הפרויקט',
  'כל האלמנטים',
  'כולמ',
  'הפרויקט כולו',
].map((phrase) => tokensOf(phrase));
const saysEverything = (tokens: readonly string[]): boolean =>
  everything.some((phrase) =>
    tokens.some((_, from) => phrase.every((word, at) => variantsOf(tokens[from + at] ?? '').includes(word))),
  );
