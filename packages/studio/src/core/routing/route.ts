import { isContinuation, isNearPhrase, readPhrase, readSlash } from './commands.ts';
import { judge } from './judge.ts';
import type { Route } from './lexicon.ts';
import { hear } from './mood.ts';
import { type Scored, type Stage, scoreRoutes } from './score.ts';
import { routeOfSkill, skillOfRoute, stageDefault, stageOfRoute } from './skills-of-routes.ts';

export type RouteContext = {
  readonly projectStage: Stage;
  readonly pins: { readonly stage: Stage | 'auto'; readonly channel: 'auto' | 'questions' | 'chat' };
  readonly hasDraft: boolean;
};

export type ToSkill = {
  readonly kind: 'skill';
  readonly route: Route;
  readonly skillId: string;
  readonly turnStage: Stage;
  readonly channel: 'questions' | 'chat';
  readonly routedBy: 'event' | 'slash' | 'phrase' | 'pin' | 'heuristic' | 'llm' | 'default';
  readonly confidence: number;
  readonly reasons: readonly string[];
  readonly scores?: Readonly<Record<Route, number>>;
  /** What is left of the message for the skill. */
  readonly text: string;
  /** `/task` and `/element` say what is meant. */
  readonly entity?: 'task' | 'element';
};

export type ToDraft = {
  readonly kind: 'apply' | 'discard';
  readonly routedBy: 'slash' | 'phrase';
  readonly followedBy?: 'issueQuote' | 'nameVersion';
  /** Asked back before it is done. */
  readonly confirm?: true;
};

/** The words do not tell. A model may be asked; without one `otherwise` is taken and `top` is offered. */
export type Ambiguous = {
  readonly kind: 'ambiguous';
  readonly otherwise: ToSkill;
  readonly top: readonly Route[];
  readonly confidence: number;
  readonly scores: Readonly<Record<Route, number>>;
};

export type RoutingDecision = ToSkill | ToDraft | Ambiguous;

/** R1 to R5 and the heuristics: decided from the words, the pins and the open draft alone. No model is asked here. */
export const routeMessage = (message: string, context: RouteContext, weights?: Float64Array): RoutingDecision => {
  const { pins, hasDraft } = context;
  const stage = pins.stage === 'auto' ? context.projectStage : pins.stage;
  const slash = readSlash(message);
  if (slash && 'decide' in slash.meaning) return { kind: slash.meaning.decide, routedBy: 'slash' };
  if (slash && 'route' in slash.meaning) {
    const { route, entity } = slash.meaning;
    const to = toSkill(route, stageOfRoute(route, stage), 'slash', slash.rest);
    return entity ? { ...to, entity } : to;
  }
  const decided = hasDraft && !isContinuation(message) ? readPhrase(message) : undefined;
  if (decided) return { ...decided, routedBy: 'phrase' };
  if (pins.channel === 'questions') return toSkill('QST', stage, 'pin', message);

  const own = stageDefault[stage];
  if (isContinuation(message)) return toSkill(own, stage, 'phrase', message);
  const scored = scoreRoutes(message, { stage, hasDraft, defaultRoute: own });
  if (pins.stage !== 'auto') return pinned(message, stage, scored);
  const judged = judge(message, scored, { stage, hasDraft }, weights);
  const isOfDraft = hasDraft && judged.best !== 'QA' && isNearPhrase(hear(message).text);
  const { scores } = scored;
  if (judged.isSure && !isOfDraft)
    return { ...toSkill(judged.best, stageOfRoute(judged.best, stage), 'heuristic', message, judged.share), scores };
  return {
    kind: 'ambiguous',
    otherwise: { ...toSkill(judged.otherwise, stage, 'default', message, judged.share), scores },
    top: judged.ranked.slice(0, 3),
    confidence: judged.share,
    scores,
  };
};

/**
 * A message that was answered before, once more. It goes where it went, whoever chose that: what the words alone say may
 * be another skill, and the person answered a question of this one.
 */
export const routeAgain = (
  message: string,
  context: RouteContext,
  skillId: string | undefined,
): ToSkill | undefined => {
  const decision = routeMessage(message, context);
  const now = decision.kind === 'skill' ? decision : decision.kind === 'ambiguous' ? decision.otherwise : undefined;
  const route = skillId === undefined ? undefined : routeOfSkill(skillId);
  if (!now || !route || route === now.route) return now;
  return toSkill(route, stageOfRoute(route, now.turnStage), 'event', now.text);
};

/** R0: every event but a chat message says by itself what runs. Events that only decide something run no skill. */
export const routeEvent = (
  type: 'generateQuestions' | 'reviseDraft',
  { projectStage, pins }: RouteContext,
  asked: { readonly skillId?: string; readonly text?: string } = {},
): ToSkill => {
  const stage = pins.stage === 'auto' ? projectStage : pins.stage;
  if (type === 'reviseDraft') return toSkill('CHG', stage, 'event', asked.text ?? '');
  const named = /^(ideation|planning|solutioning)\.questions$/.exec(asked.skillId ?? '')?.[1] as Stage | undefined;
  return toSkill('QST', named ?? stage, 'event', asked.text ?? '');
};

export type RouterAnswer = {
  readonly turnStage: Stage;
  readonly chosenSkillId: string;
  readonly confidence: number;
  readonly reasons: readonly string[];
};

/** What a model chose, if that skill exists, is switched on and open at this stage; else the stage's default. */
export const routeByModel = (
  { otherwise, scores }: Ambiguous,
  answer: RouterAnswer,
  mayRun: (skillId: string) => boolean,
): ToSkill => {
  const route = routeOfSkill(answer.chosenSkillId);
  if (!route || !mayRun(answer.chosenSkillId)) return { ...otherwise, routedBy: 'default' };
  const to = toSkill(route, stageOfRoute(route, answer.turnStage), 'llm', otherwise.text, answer.confidence);
  return { ...to, reasons: answer.reasons.slice(0, 3), scores };
};

const toSkill = (
  route: Route,
  turnStage: Stage,
  routedBy: ToSkill['routedBy'],
  text: string,
  confidence = 1,
): ToSkill => ({
  kind: 'skill',
  route,
  skillId: skillOfRoute(route, turnStage),
  turnStage,
  channel: route === 'QST' ? 'questions' : 'chat',
  routedBy,
  confidence,
  reasons: [],
  text,
});

const common = new Set<Route>(['CHG', 'QA', 'CRT', 'QST']);

/** A pinned stage keeps to its own skill and those that serve every stage; it never asks a model. */
const pinned = (text: string, stage: Stage, { scores }: Scored): ToSkill => {
  const own = stageDefault[stage];
  const [best = own] = ranked(scores).filter((route) => route === own || common.has(route));
  return { ...toSkill(scores[best] >= 1.5 ? best : own, stage, 'pin', text), scores };
};

const ranked = (scores: Readonly<Record<Route, number>>): readonly Route[] =>
  (Object.keys(scores) as Route[]).sort((a, b) => scores[b] - scores[a] || (a < b ? -1 : 1));
