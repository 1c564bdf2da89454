import { opinionOf, signsOf } from './learned.ts';
import { type Route, routes } from './lexicon.ts';
import type { Scored, Stage } from './score.ts';

export type Judged = {
  readonly best: Route;
  /** How much speaks for it, of one. */
  readonly share: number;
  /** Enough to go there unasked. */
  readonly isSure: boolean;
  /** Where it goes when nobody can be asked. */
  readonly otherwise: Route;
  /** Every route, the likeliest first. */
  readonly ranked: readonly Route[];
};

/** How much the rules count beside the examples. */
const ofRules = 0.3;
const drafting = new Set<Route>(['CHG', 'PLN', 'SOL']);
/** What drafts something needs more than what only says something, and an answer least. */
const enough = (route: Route): number => (drafting.has(route) ? 0.6 : route === 'QA' ? 0.3 : 0.45);

/** The rules and the examples together: where a message goes, and whether that is sure. */
export const judge = (
  message: string,
  rules: Scored,
  context: { readonly stage: Stage; readonly hasDraft: boolean },
  weights?: Float64Array,
): Judged => {
  const opinion = opinionOf(signsOf(message, context), weights);
  const ofBest = rules.isSure ? ofRules : ofRules / 2;
  const shareOf = (route: Route): number => opinion[route] * (1 - ofRules) + (route === rules.best ? ofBest : 0);
  const ranked = [...routes].sort((a, b) => shareOf(b) - shareOf(a) || (a < b ? -1 : 1));
  // What shall not be done or was only supposed is no matter of likelihood.
  const best = rules.isGuarded && rules.isSure && rules.best === 'QA' ? 'QA' : (ranked[0] ?? 'QA');
  const isRuled = best !== ranked[0] || rules.isLeft;
  const share = shareOf(best);
  const unclear = opinion.AMB * (1 - ofRules) + ofRules - ofBest;
  // One says that something is asked for and the other that it is only a question.
  const isDisputed =
    rules.isSure &&
    (drafting.has(best) ? rules.best === 'QA' : best === 'QA' && drafting.has(rules.best) && share < 0.6);
  const isClear = share >= enough(best) && share > unclear && !isDisputed && (best === 'QA' || !rules.isOthers);
  const mayGo = drafting.has(best) ? isClear && !rules.isGuarded : share >= 0.3 || best === 'IDE';
  return { best, share, isSure: isRuled || isClear, otherwise: isRuled || mayGo ? best : 'QA', ranked };
};
