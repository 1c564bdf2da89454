import { tokensOf, variantsOf } from '../language/normalise.ts';
import {
  also,
  asking,
  lexicon,
  making,
  notImperative,
  openingVerbs,
  planned,
  type Route,
  routes,
  wishes,
} from './lexicon.ts';

export type Stage = 'ideation' | 'planning' | 'solutioning';

export type ScoreContext = {
  readonly stage: Stage;
  readonly hasDraft: boolean;
  /** Where the stage's own default stands, for the small prior. */
  readonly defaultRoute: Route;
};

export type Scored = {
  readonly scores: Readonly<Record<Route, number>>;
  readonly best: Route;
  readonly confidence: number;
  readonly isQuestion: boolean;
};

export const threshold = 0.55;

/** Which route a message speaks for, from its words alone. The same words give the same answer. */
export const scoreRoutes = (text: string, context: ScoreContext): Scored => {
  const tokens = tokensOf(text);
  const words = tokens.map((token) => new Set(variantsOf(token)));
  const has = (list: ReadonlySet<string>): boolean =>
    words.some((variants) => [...variants].some((each) => list.has(each)));
  const scores = Object.fromEntries(routes.map((route) => [route, hits(route, words)])) as Record<Route, number>;

  const q = text.includes('?') || text.includes('؟');
  const opens = first(tokens, sets.asking);
  const isQuestion = q || opens;
  const strongQA = weighs('QA', words, 2) + weighs('QA', words, 3) > 0;

  if (asksHow(tokens)) scores.SOL += 3;
  if (q) scores.QA += 1;
  if (q && opens) {
    scores.QA += 1;
    scores.CHG /= 2;
  }
  if (has(sets.making) && has(sets.planned)) {
    scores.PLN += 2;
    scores.CHG -= 2;
  } else {
    const others = Math.max(scores.CHG, scores.CRT, scores.QST) >= 2;
    if (others || strongQA) {
      scores.PLN /= 2;
      if (others || scores.SOL < 3) scores.SOL /= 2;
    }
  }
  if (!strongQA && Math.max(scores.IDE, scores.SOL, scores.CRT, scores.QST, scores.CHG) >= 2) scores.QA /= 2;

  if (Math.max(scores.IDE, scores.PLN, scores.SOL, scores.CRT, scores.QST) < 2) {
    if (scores.QA < 2 && isRequest(tokens)) scores.CHG += 1.5;
    if (!q && has(sets.wishes)) {
      const route = context.stage === 'ideation' && !has(sets.also) ? 'IDE' : 'CHG';
      scores[route] += 1.5;
    }
    if (isQuestion && scores.CHG < 2) scores.QA += 1;
    if (!q && (tokens.includes('not') || tokens.includes('לא'))) scores.CHG += 1;
  }
  if (context.hasDraft && tokens.length <= 8 && !isQuestion) scores.CHG += 1.25;
  scores[context.defaultRoute] += 0.25;

  const [best, second] = [...routes].sort((a, b) => scores[b] - scores[a] || (a < b ? -1 : 1)) as [Route, Route];
  const confidence = 0.5 * Math.min(1, scores[best] / 2.5) + 0.5 * Math.min(1, (scores[best] - scores[second]) / 1.5);
  return { scores, best, confidence, isQuestion };
};

type Words = readonly ReadonlySet<string>[];
type Entry = readonly { readonly text: string; readonly isStem: boolean }[];

const compiled: Readonly<Record<Route, Readonly<Record<1 | 2 | 3, readonly Entry[]>>>> = Object.fromEntries(
  routes.map((route) => [
    route,
    Object.fromEntries(
      ([1, 2, 3] as const).map((weight) => [weight, lexicon[route][weight].split(',').flatMap(entryOf)]),
    ),
  ]),
) as never;

function entryOf(entry: string): readonly Entry[] {
  const words = entry.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return [words.map((word) => ({ text: tokensOf(word.replace('*', '')).join(''), isStem: word.endsWith('*') }))];
}

const fits = (variants: ReadonlySet<string>, { text, isStem }: Entry[number]): boolean => {
  if (!isStem) return variants.has(text);
  for (const variant of variants) if (variant.startsWith(text)) return true;
  return false;
};

const stands = (entry: Entry, words: Words): boolean =>
  words.some((_, from) => entry.every((part, at) => fits(words[from + at] ?? none, part)));
const none: ReadonlySet<string> = new Set();

const weighs = (route: Route, words: Words, weight: 1 | 2 | 3): number =>
  compiled[route][weight].filter((entry) => stands(entry, words)).length;

const hits = (route: Route, words: Words): number =>
  ([1, 2, 3] as const).reduce((sum, weight) => sum + weight * Math.min(2, weighs(route, words, weight)), 0);

const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));
const sets = {
  asking: setOf(asking),
  making: setOf(making),
  planned: setOf(planned),
  notImperative: setOf(notImperative),
  openingVerbs: setOf(openingVerbs),
  wishes: setOf(wishes),
  also: setOf(also),
};

const first = (tokens: readonly string[], of: ReadonlySet<string>): boolean =>
  tokens[0] !== undefined && of.has(tokens[0]);

const asksHow = (tokens: readonly string[]): boolean =>
  tokens.some((token, at) => {
    const [next = '', after = ''] = [tokens[at + 1], tokens[at + 2]];
    if (token === 'איכ') return next.length >= 4 && next.endsWith('ימ');
    if (token !== 'how') return false;
    return (
      (['do', 'should', 'can'].includes(next) && ['we', 'i', 'you'].includes(after)) ||
      ['thick', 'heavy', 'strong', 'deep'].includes(next)
    );
  });

/** "תכניס…", "use…": said to somebody who should do it. */
const isRequest = (tokens: readonly string[]): boolean => {
  const [opening] = tokens;
  if (opening === undefined) return false;
  if (sets.openingVerbs.has(opening)) return true;
  return opening.startsWith('ת') && opening.length >= 4 && !sets.notImperative.has(opening);
};
