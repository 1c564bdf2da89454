import { normalise, tokensOf } from '../language/normalise.ts';
import type { Route } from './lexicon.ts';
import { type Stage, scoreRoutes, threshold } from './score.ts';

export type Pins = {
  readonly stage: Stage | 'auto';
  readonly channel: 'auto' | 'questions' | 'chat';
};

export type RouteContext = {
  readonly projectStage: Stage;
  readonly pins: Pins;
  readonly hasDraft: boolean;
};

export type RoutedBy = 'slash' | 'phrase' | 'pin' | 'heuristic' | 'default';

export type RoutingDecision =
  | {
      readonly kind: 'skill';
      readonly route: Route;
      readonly turnStage: Stage;
      readonly channel: 'questions' | 'chat';
      readonly routedBy: RoutedBy;
      readonly confidence: number;
      readonly scores?: Readonly<Record<Route, number>>;
      /** What is left of the message for the skill. */
      readonly text: string;
      /** `/task` and `/element` say what is meant. */
      readonly entity?: 'task' | 'element';
    }
  | { readonly kind: 'apply' | 'discard'; readonly routedBy: 'slash' | 'phrase'; readonly alsoIssue?: true }
  /** The words do not tell. A model may be asked; without one the reading route or the stage's default is taken. */
  | {
      readonly kind: 'ambiguous';
      readonly turnStage: Stage;
      readonly top: readonly Route[];
      readonly otherwise: Route;
      readonly confidence: number;
      readonly scores: Readonly<Record<Route, number>>;
    };

const defaults: Readonly<Record<Stage, Route>> = { ideation: 'IDE', planning: 'PLN', solutioning: 'SOL' };

/** Decides from the words, the pins and the open draft alone; no model is ever asked here. */
export const routeMessage = (message: string, context: RouteContext): RoutingDecision => {
  const { pins, hasDraft } = context;
  const turnStage = pins.stage === 'auto' ? context.projectStage : pins.stage;
  const slash = bySlash(message, turnStage);
  if (slash) return slash;
  const phrase = hasDraft ? byPhrase(message) : undefined;
  if (phrase) return phrase;

  const chosen = (route: Route, routedBy: RoutedBy, confidence = 1): RoutingDecision => ({
    kind: 'skill',
    route,
    turnStage,
    channel: route === 'QST' ? 'questions' : 'chat',
    routedBy,
    confidence,
    text: message,
  });
  if (pins.channel === 'questions') return chosen('QST', 'pin');
  const defaultRoute = defaults[turnStage];
  if (continuations.has(normalise(message))) return chosen(defaultRoute, 'phrase');

  const scored = scoreRoutes(message, { stage: turnStage, hasDraft, defaultRoute });
  if (pins.stage !== 'auto') return pinned(message, turnStage, scored);
  if (scored.confidence >= threshold)
    return { ...chosen(scored.best, 'heuristic', scored.confidence), scores: scored.scores } as RoutingDecision;
  return {
    kind: 'ambiguous',
    turnStage,
    top: ranked(scored.scores).slice(0, 3),
    otherwise: scored.isQuestion ? 'QA' : defaultRoute,
    confidence: scored.confidence,
    scores: scored.scores,
  };
};

/** A pinned stage keeps to its own skill and those that serve every stage; it never asks a model. */
const pinned = (
  text: string,
  turnStage: Stage,
  { scores }: { readonly scores: Readonly<Record<Route, number>> },
): RoutingDecision => {
  const own = defaults[turnStage];
  const allowed = ranked(scores).filter((route) => route === own || common.has(route));
  const [best = own] = allowed;
  const route = scores[best] >= 1.5 ? best : own;
  return {
    kind: 'skill',
    route,
    turnStage,
    channel: route === 'QST' ? 'questions' : 'chat',
    routedBy: 'pin',
    confidence: 1,
    scores,
    text,
  };
};

const common = new Set<Route>(['CHG', 'QA', 'CRT', 'QST']);

const ranked = (scores: Readonly<Record<Route, number>>): readonly Route[] =>
  (Object.keys(scores) as Route[]).sort((a, b) => scores[b] - scores[a] || (a < b ? -1 : 1));

const slashes: Readonly<Record<string, { route: Route; stage?: Stage; entity?: 'task' | 'element' }>> = {
  task: { route: 'CHG', entity: 'task' },
  משימה: { route: 'CHG', entity: 'task' },
  element: { route: 'CHG', entity: 'element' },
  אלמנט: { route: 'CHG', entity: 'element' },
  change: { route: 'CHG' },
  שינוי: { route: 'CHG' },
  price: { route: 'PLN', stage: 'planning' },
  מחיר: { route: 'PLN', stage: 'planning' },
  quote: { route: 'PLN', stage: 'planning' },
  הצעה: { route: 'PLN', stage: 'planning' },
  plan: { route: 'PLN', stage: 'planning' },
  ideas: { route: 'IDE', stage: 'ideation' },
  רעיונות: { route: 'IDE', stage: 'ideation' },
  build: { route: 'SOL', stage: 'solutioning' },
  בנייה: { route: 'SOL', stage: 'solutioning' },
  check: { route: 'CRT' },
  בדיקה: { route: 'CRT' },
  ask: { route: 'QST' },
  שאלות: { route: 'QST' },
  qa: { route: 'QA' },
};

const bySlash = (message: string, turnStage: Stage): RoutingDecision | undefined => {
  const found = /^\s*\/(\S+)\s*([\s\S]*)$/.exec(message);
  const name = found?.[1]?.toLowerCase();
  if (!found || name === undefined) return undefined;
  if (name === 'apply' || name === 'discard') return { kind: name, routedBy: 'slash' };
  const meant = Object.hasOwn(slashes, name) ? slashes[name] : undefined;
  if (!meant) return undefined;
  return {
    kind: 'skill',
    route: meant.route,
    turnStage: meant.stage ?? turnStage,
    channel: meant.route === 'QST' ? 'questions' : 'chat',
    routedBy: 'slash',
    confidence: 1,
    text: found[2] ?? '',
    ...(meant.entity ? { entity: meant.entity } : {}),
  };
};

const plain = (phrases: string): ReadonlySet<string> => new Set(phrases.split('|').map(normalise));
const polite = new Set(tokensOf('ok okay please now אוקיי אוקי בבקשה עכשיו'));
const applying = plain(
  'apply|save|commit|apply it|apply changes|apply the changes|תחיל|החל|שמור|תשמור|תחיל את הטיוטה|תחיל את השינויים|החל את השינויים|שמור את השינויים',
);
const finalising = plain('finalize quote|finalize version|finalise quote|finalise version|סגור גרסה|סגור הצעה');
const discarding = plain(
  'discard|discard draft|discard the draft|discard it|throw it away|בטל טיוטה|בטל את הטיוטה|מחק טיוטה|מחק את הטיוטה',
);
const continuations = plain('continue|go on|next|start|תמשיך|תתחיל|הלאה|קדימה');

/** The whole message and nothing else: "apply" decides, "apply the blue one" is talked about. */
const byPhrase = (message: string): RoutingDecision | undefined => {
  const tokens = [...tokensOf(message)];
  while (tokens[0] !== undefined && polite.has(tokens[0])) tokens.shift();
  while (tokens.length > 0 && polite.has(tokens.at(-1) ?? '')) tokens.pop();
  const said = tokens.join(' ');
  if (applying.has(said)) return { kind: 'apply', routedBy: 'phrase' };
  if (finalising.has(said)) return { kind: 'apply', routedBy: 'phrase', alsoIssue: true };
  if (discarding.has(said)) return { kind: 'discard', routedBy: 'phrase' };
  return undefined;
};
