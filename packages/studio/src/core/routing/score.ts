import { colourWords } from '../language/colours.ts';
import { tokensOf } from '../language/normalise.ts';
import {
  asksAdvice,
  asksAtLast,
  asksHowFar,
  asksHowWithin,
  asksIfThere,
  asksOpenly,
  asksSettled,
  asksWhatToDo,
  asksWhether,
  asksWith,
  movesOnTo,
  whoIsAsked,
} from './asked.ts';
import { mayMeanElse } from './doubt.ts';
import { type Route, routes } from './lexicon.ts';
import { hear } from './mood.ts';
import { announces, clausesOf, isOrder, orders } from './orders.ts';
import { readMessage, type Spoken, says, saysItself, saysPhrase } from './read.ts';
import { everydayVerbs } from './slip.ts';
import { evidence, words } from './weigh.ts';

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
  /** The words leave little doubt. */
  readonly isSure: boolean;
  /** Nobody here asked for anything to be done: in doubt it is only answered. */
  readonly isGuarded: boolean;
  /** Others said it, or nobody has decided it: whatever it is, it is asked about first. */
  readonly isOthers: boolean;
  /** Nothing shall be done at all. */
  readonly isLeft: boolean;
};

const threshold = 0.55;
/** What does something needs more than an answer does: in doubt nothing happens by itself. */
const actingThreshold = 0.65;

/** Which route a message speaks for, from its words alone. The same words give the same answer. */
export const scoreRoutes = (text: string, context: ScoreContext): Scored => {
  const heard = hear(text);
  const spoken = readMessage(saidLast(heard.text));
  const found = evidence(spoken);
  const scores = { ...found.scores };
  if (heard.mood === 'leave') return leftAlone(scores);
  const { q, request } = spoken;
  const isAsked =
    asksAtLast(heard.text) ||
    asksWhether(spoken) ||
    asksIfThere(spoken) ||
    asksWhatToDo(spoken) ||
    asksHowWithin(spoken, heard.text);
  const opens = spoken.opens || isAsked;
  const isSupposed = heard.mood === 'suppose';
  const isQuestion = isSupposed || isAsked || ((q || opens) && !request);

  // "How does one make it special": before anything is planned, only words of building ask for building.
  const isOfBuilding = context.stage !== 'ideation' || found.scores.SOL >= 2;
  if (asksHow(spoken.tokens, context.stage)) scores[isOfBuilding ? 'SOL' : 'IDE'] += 3;
  if (q && !request) scores.QA += 1;
  if (q && opens && !request) scores.QA += 1;
  if (isAsked || (opens && !request && (q || (asksWith(spoken) && !endsInOrder(heard.text))))) scores.CHG /= 2;
  if (asksWhether(spoken) || asksSettled(spoken)) {
    scores.QA += 1.5;
    scores.PLN /= 2;
    scores.SOL /= 2;
  }
  if (asksOpenly(spoken, heard.text)) {
    scores.IDE += 2.5;
    scores.CHG /= 2;
    scores.QA /= 2;
  }
  // "Is the schedule too tight?", "is there a problem": what may be wrong is asked, not ordered.
  if (isQuestion && !request && (scores.CRT >= 1 || (q && spoken.tokens.some((word) => tooMuch.has(word))))) {
    scores.CRT += 1.5;
    scores.CHG /= 2;
  }
  if (asksHowFar(spoken, heard.text)) {
    scores.QA += 2;
    scores.PLN /= 2;
  }
  if (isSettled(spoken)) scores.IDE /= 2;
  // "Does this pricing make sense": this one is there, so it is looked at and not made.
  if (isThisOne(spoken)) scores.PLN /= 2;
  // "We forgot the way back, add it": what was forgotten is told, and what follows is wanted.
  const [head = '', ...tail] = clausesOf(heard.text);
  const isForgotten =
    !isQuestion && tellsForgotten(spoken) && tail.length > 0 && (tail.some(orders) || tokensOf(head).length <= 2);
  if (isForgotten) {
    scores.CRT /= 2;
    scores.CHG += 1;
  }
  // What is fit is not written in the project: before it is built it is an idea, then a matter of building.
  if (scores.QST < 2 && (asksAdvice(spoken) || asksWhatToDo(spoken))) {
    if (context.stage === 'ideation') scores.IDE += 3;
    if (context.stage === 'planning' && ofWhat.has(spoken.tokens[0] ?? '')) scores.SOL += 3;
    if (context.stage === 'solutioning') scores.SOL += 3;
  }
  const next = movesOnTo(spoken);
  if (next && !isQuestion) {
    scores[next] += 4;
    scores.CHG -= 2;
  }
  const asked = whoIsAsked(heard.text);
  if (asked === 'writer') {
    scores.QST += 3;
    scores.CRT /= 2;
  } else if (asked) scores.QST = 0;
  // "Check that the price is not too low": what is told first is what is wanted.
  if ((found.opening.has('CRT') && !isForgotten) || found.opening.has('QST')) scores.CHG /= 2;
  if (!isQuestion && announces(spoken, heard.text)) scores.CHG += 2;
  // A skill the project has not reached yet needs more than a word in passing.
  if (context.stage !== 'solutioning' && scores.SOL < 3) scores.SOL /= 2;
  if (context.stage === 'ideation' && scores.PLN < 2) scores.PLN /= 2;
  if (looksWhether(spoken) && !isQuestion) scores.CRT += 2;
  if (!isQuestion && statesDay(spoken, heard.text)) scores.CHG += 2.5;
  const isPlanned = saysItself(spoken, words.planned) || found.strong.has('PLN');
  // "Make the screen wider in each direction", "swap the screws": in an order to change something, a word for ideas or
  // for building is only what it is about.
  if (context.stage !== 'ideation' && found.openingVerb === 'CHG') {
    scores.IDE /= 2;
    scores.SOL /= 2;
  }
  if (isAboutMe(spoken.tokens)) scores.CHG /= 2;
  // "Merge the two tasks": a part of the plan is what is changed.
  if (isOfPart(spoken, found.opening)) scores.PLN /= 2;
  // "Do a round of criticism on the plan": the plan is what is looked at, not what is made.
  const isLookedAt = found.scores.CRT >= 2 && (found.strong.has('CRT') || !found.strong.has('PLN'));
  const isMade = isPlanned && says(spoken, words.making) && (!opens || endsInOrder(heard.text)) && !isLookedAt;
  if (context.stage === 'solutioning' && !found.strongQA && says(spoken, words.splitting)) scores.SOL += 3;
  else if (scores.CRT < 3 && isMade) {
    scores.PLN += 2;
    scores.CHG -= 2;
  } else {
    const others = Math.max(scores.CHG, scores.CRT, scores.QST) >= 2;
    if (others || found.strongQA || (isQuestion && !found.strong.has('PLN'))) {
      if (others || !found.strong.has('PLN')) scores.PLN /= 2;
      if (others || scores.SOL < 3) scores.SOL /= found.strongQA || others ? 2 : 1;
    }
  }
  const doing = Math.max(scores.IDE, scores.SOL, scores.CRT, scores.QST, scores.CHG) >= 2;
  if (doing && (!found.strongQA || scores.QST >= 3 || scores.CRT >= 3)) scores.QA /= 2;

  if (heard.mood !== 'told' && Math.max(scores.IDE, scores.PLN, scores.SOL, scores.CRT, scores.QST) < 2)
    shape(spoken, context, scores, {
      isQuestion,
      opening: found.opening,
      strongQA: found.strongQA,
      isOrdered: isOrder(spoken.tokens) || (!isQuestion && clausesOf(heard.text).some(orders)),
    });
  const isShort = spoken.tokens.length <= 8 && !everydayVerbs.has(spoken.tokens[0] ?? '');
  if (context.hasDraft && isShort && !isQuestion) scores.CHG += 1.25;
  if (isSupposed) {
    scores.QA += 3;
    scores.CHG /= 2;
  }
  scores[context.defaultRoute] += 0.25;

  const [best, second] = [...routes].sort((a, b) => scores[b] - scores[a] || (a < b ? -1 : 1)) as [Route, Route];
  const sure = 0.5 * Math.min(1, scores[best] / 2.5) + 0.5 * Math.min(1, (scores[best] - scores[second]) / 1.5);
  // The shape of a sentence alone is too little to change something on: a model is asked, if there is one.
  const isShapeOnly = best === 'CHG' && found.scores.CHG === 0 && scores.CHG < 2 && !context.hasDraft;
  const isElse = best !== 'QA' && mayMeanElse(spoken.tokens, best);
  // Nobody here asked for what others said, or for what is not decided; and a word beside a draft may be about it.
  const isOthers = heard.isHearsay || heard.mood === 'told' || isAboutMe(spoken.tokens) || (isElse && context.hasDraft);
  const isDoubtful = isShapeOnly || isElse || (isOthers && best !== 'QA');
  const isSure = !isDoubtful && sure >= (best === 'QA' ? threshold : actingThreshold);
  return { scores, best, isSure, isGuarded: heard.isGuarded || heard.mood !== 'order', isOthers, isLeft: false };
};

/** "תעדכני אותי", "keep me posted": somebody wants to be told, and nothing is to change. */
const isAboutMe = ([first = '', second = '', third = '']: readonly string[]): boolean =>
  ['אותי', 'אותנו'].includes(second)
    ? /^(תעדכנ|עדכנ|תחזיר|תשאיר|תעביר)/.test(first)
    : ['me', 'us'].includes(second) && (first === 'update' || (first === 'keep' && third !== ''));

const tooMuch = new Set(tokensOf('מדי מידי too'));
/** An order that is none of the plan's, and what it is done to. */
const isOfPart = ({ tokens }: Spoken, opening: ReadonlySet<Route>): boolean =>
  tokens[1] === 'את' &&
  isOrder(tokens) &&
  !opening.has('PLN') &&
  ![words.making, words.producing, words.bringing, words.splitting].some((list) => list.has(tokens[0] ?? ''));

const forgotten = new Set(tokensOf('שכחנו שכחתי שכחו פספסנו פספסתי forgot missed'));
const settled = new Set(
  tokensOf(
    'סגור סגורה סגרנו סגרו נסגר נבחר נבחרה אושר אושרה אישר אישרה אישרו מאושר מאושרת גמור גמורה closed done approved final settled',
  ),
);
const ideas = new Set(tokensOf('קונספט רעיון כיוון עיצוב סקיצה concept idea direction design'));

const tellsForgotten = ({ tokens }: Spoken): boolean =>
  forgotten.has(tokens[0] ?? '') || forgotten.has(tokens[1] ?? '');

const ofWhat = new Set(tokensOf('ממה מאיזה מאילו באיזה'));
const thisOne = new Set(tokensOf('הזה הזו הזאת האלה האלו'));
const isThisOne = ({ tokens }: Spoken): boolean =>
  tokens.some(
    (word, at) =>
      (words.planned.has(word) || words.planned.has(word.replace(/^ה/, '')) || word === 'pricing') &&
      (thisOne.has(tokens[at + 1] ?? '') || tokens[at - 1] === 'this'),
  );

/** "The concept is closed, let's plan": nobody asks for ideas any more. */
const isSettled = ({ tokens }: Spoken): boolean =>
  tokens.some(
    (word, at) =>
      ideas.has(word.replace(/^ש?ה/, '')) &&
      tokens.slice(Math.max(0, at - 2), at + 3).some((near) => settled.has(near)),
  );

/** Nothing is asked for, whatever words stand in it. */
const leftAlone = (scores: Record<Route, number>): Scored => {
  for (const route of routes) scores[route] = route === 'QA' ? 3 : 0;
  return { scores, best: 'QA', isSure: true, isGuarded: true, isOthers: false, isLeft: true };
};

/** "How much will it be? Prepare a quote": what is ordered after a question is what is wanted. */
const saidLast = (text: string): string => {
  const tail = text.slice(text.lastIndexOf('?') + 1);
  const tokens = tokensOf(tail);
  return tail.length < text.length && tokens.length >= 2 && isOrder(tokens) ? tail : text;
};

const milestones = new Set(
  tokensOf(
    'אירוע האירוע השקה ההשקה תערוכה התערוכה הקמה ההקמה פירוק הפירוק event launch show install installation setup strike teardown',
  ),
);
const isDayWritten = /(?<![\d.])\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?(?![\d.])|\d{4}-\d{2}-\d{2}/;

/** "The event is on 14.2.2027": a day that is told is a day to be set. */
const statesDay = ({ tokens }: Spoken, text: string): boolean =>
  isDayWritten.test(text) && tokens.some((token) => milestones.has(token.replace(/^ו/, '')));

/** "See whether it all fits": an order to look, and to change nothing. */
const looksWhether = ({ tokens }: Spoken): boolean =>
  isOrder(tokens.slice(0, 1)) && tokens.slice(1, 3).some((token) => ['אמ', 'האמ', 'if', 'whether'].includes(token));

/** "What is it in the end, prepare an estimate": the last clause orders what the first only asked about. */
const endsInOrder = (text: string): boolean => {
  const tail = tokensOf(text.slice(text.lastIndexOf(',') + 1));
  return text.includes(',') && words.making.has(tail[0] ?? '');
};

type Shape = {
  readonly isQuestion: boolean;
  readonly strongQA: boolean;
  readonly opening: ReadonlySet<Route>;
  /** Somewhere in it somebody is told to do something. */
  readonly isOrdered: boolean;
};

/** Where the words of the tables say little, the shape of the sentence speaks: an order, a wish, a question, a no. */
const shape = (
  spoken: Spoken,
  { stage, defaultRoute }: ScoreContext,
  scores: Record<Route, number>,
  { isQuestion, strongQA, opening, isOrdered }: Shape,
): void => {
  const { tokens, q, request } = spoken;
  const isNew = stage === 'ideation' && !says(spoken, words.also);
  // "I need a price for the corner": what is wanted is a part of the plan, and no figure says what it shall be.
  const isOfPlan = scores.PLN >= 1 && scores.CHG <= 0 && !tokens.some((token) => /^\d/.test(token));
  const wanted = isOfPlan ? 'PLN' : 'CHG';
  const isElsewhere =
    [...opening].some((route) => route !== 'CHG' && route !== 'QA') || everydayVerbs.has(tokens[0] ?? '');
  if (isNew && !strongQA && (saysPhrase(spoken, words.openEnded) || words.bringing.has(tokens[0] ?? ''))) {
    scores.IDE += 2;
    // "What could we do so that it will be…?" wishes; it orders nothing.
    if (spoken.opens) scores.CHG /= 2;
  } else if (words.producing.has(tokens[0] ?? '')) scores[defaultRoute] += 2;
  else if (asksForThe(tokens)) scores.QA += 2;
  else if (scores.QA < 2 && !isElsewhere && (request || isOrdered)) scores[wanted] += 1.5;
  else if (!isQuestion && says(spoken, words.wishes)) scores[isNew ? 'IDE' : wanted] += 1.5;
  else if (isQuestion && scores.CHG < 2) scores.QA += spoken.opens ? 1.5 : 1;
  if (!isQuestion && statesSize(spoken)) scores.CHG += 1.5;
  if (!q && ['not', 'לא', 'ולא'].some((no) => tokens.includes(no)))
    scores.CHG += !isQuestion && contrasts(tokens) ? 2 : 1;
  if (!isQuestion && scores.QA < 2 && says(spoken, words.correcting)) scores.CHG += 1.5;
};

/** "תן לי את הרשימה": what is there is wanted. */
const asksForThe = ([verb = '', to = '', what = '']: readonly string[]): boolean =>
  words.bringing.has(verb) && ['לי', 'לנו', 'me', 'us'].includes(to) && ['את', 'the'].includes(what);

/** "שלושה שולחנות ולא שניים": what it shall be, set against what it was. */
const contrasts = (tokens: readonly string[]): boolean => {
  const at = tokens.lastIndexOf('ולא');
  const rest = tokens.slice(at + 1);
  return (
    at > 0 &&
    rest.length > 0 &&
    rest.length <= 3 &&
    tokens.some((word) => /^\d/.test(word) || counts.has(word) || colourWords.has(word)) &&
    !tokens.some((word) => /^[א-ת]{3,}(תי|נו)$/.test(word) && !/^ש/.test(word))
  );
};
const counts = new Set(
  tokensOf('אחד אחת שני שתי שניים שתיים שלושה שלוש ארבעה ארבע חמישה חמש שישה שש שבעה שבע שמונה עשרה עשר'),
);

/** A number beside a measure or before a unit says what a size shall be. */
const statesSize = (spoken: Spoken): boolean => {
  const { tokens } = spoken;
  const isNumber = (token: string | undefined): boolean => token !== undefined && /^\d/.test(token);
  return (
    (says(spoken, words.measures) && tokens.some(isNumber)) ||
    tokens.some((token, at) => words.units.has(token) && isNumber(tokens[at - 1]))
  );
};

const asksHow = (tokens: readonly string[], stage: Stage): boolean =>
  tokens.some((token, at) => {
    const [next = '', after = ''] = [tokens[at + 1], tokens[at + 2]];
    // "How do we get it into the lift": before anything is built it may ask for an idea or a day.
    if (token === 'איכ')
      return (
        (next.length >= 4 && next.endsWith('ימ')) ||
        (stage === 'solutioning' && /^[הנל][א-ת]{3,}$/.test(next)) ||
        (stage === 'ideation' && /^נ[א-ת]{3,}$/.test(next))
      );
    if (token !== 'how') return false;
    return (
      (['do', 'should', 'can'].includes(next) && ['we', 'i', 'you'].includes(after)) ||
      ['thick', 'heavy', 'strong', 'deep'].includes(next)
    );
  });
