import { withoutPleasantries } from '../language/courtesy.ts';
import { leftAloneIn } from '../language/left-alone.ts';
import { tokensOf } from '../language/normalise.ts';
import { asking, greetings, notImperative } from './lexicon.ts';
import { clausesOf, orders } from './orders.ts';
import { holdsPhrase, phrasesOf } from './read.ts';

/**
 * How a message is meant, apart from what it is about. `leave`: something shall not be done, or nothing is asked for.
 * `suppose`: what would be if. `told`: what somebody did or said. Only `order` may speak for a change.
 */
export type Mood = 'order' | 'leave' | 'suppose' | 'told';

export type Heard = {
  readonly mood: Mood;
  /** What is left to weigh once everything that shall not happen is taken out. */
  readonly text: string;
  /** Something in it shall not happen: when the rest does not tell, nothing may be changed on a guess. */
  readonly isGuarded: boolean;
  /** Somebody else's words, or something nobody has decided: whatever it seems to say, it is asked about first. */
  readonly isHearsay: boolean;
};

export const hear = (spoken: string): Heard => {
  const alone = leftAloneIn(withoutPleasantries(spoken));
  const message = alone.rest;
  const plain = withoutHeader(message);
  const said = plain.replace(tag, '');
  const isHearsay = plain !== message || quotes(message) || isUndecided(tokensOf(message));
  const clauses = clausesOf(said).map((source) => ({ source, tokens: tokensOf(source) }));
  const kept = clauses.map(({ tokens }, at) =>
    isSpared(tokens) && only.has(clauses[at + 1]?.tokens[0] ?? '') ? [] : wanted(tokens),
  );
  const isGuarded =
    alone.parts.length > 0 || kept.some((words, at) => words.length < (clauses[at]?.tokens.length ?? 0));
  const left = clauses.flatMap(({ source, tokens }, at) => {
    const words = kept[at] ?? [];
    if (words.length === tokens.length) return [source];
    return words.length === 0 ? [] : [`${words.join(' ')}${source.includes('?') ? '?' : ''}`];
  });
  const text = isGuarded ? left.join(', ') : said;
  const rest = tokensOf(text);
  if (rest.every((word) => closing.has(word))) return { mood: 'leave', text: message, isGuarded: true, isHearsay };
  return { mood: moodOf(rest, text), text, isGuarded, isHearsay };
};

const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));
const asks = setOf(asking);
const nouns = setOf(notImperative);

/** Said at the end of something, or to put it off. A message of nothing else asks for nothing. */
const closing = setOf(
  `${greetings} ` +
    'תודה רבה המון סבבה אוקיי אוקי טוב מעולה אחלה מצוינ מושלמ בסדר גמור יופי אלופ אלופה אלופימ מלכ מלכה תותח תותחית ' +
    'עזוב עזבי עזבו רגע בעצמ חכה חכי חכו לא בוקר ערב לילה צהריימ אחר שבת שבוע ' +
    'good morning evening night thanks thank you so much great ok okay fine perfect cool nice wait hold on no nevermind please',
);
/** Whole clauses that put off or drop what was said. */
const putOff = new Set(
  'not yet|not now|עדיינ לא|עוד לא|לא עכשיו|לא משנה|never mind|nevermind|forget it|תשכח מזה|תשכחי מזה|לא תודה|no thanks'.split(
    '|',
  ),
);
/** "Don't need", "don't like" ask for a change; "don't we" asks. */
const notForbidding = setOf('need forget we you they know have like want think see understand get work fit');
const forbidding = setOf('dont never shouldnt mustnt cannot');
/** Said before what a person did, and not of what they want. */
const saying = setOf('אמר אמרה אמרו סיפר סיפרה כתב כתבה כתבו דיווח said says told wrote reports');
const wishing = setOf(
  'רוצה רוצימ רוצות צריכ צריכה צריכימ צריכות מבקש מבקשת ביקש ביקשה ביקשו want wants need needs asked',
);
/** Between "not" and what shall not be done: "לא רוצה להחליף". */
const modal = setOf(
  'צריכ צריכה צריכימ צריכות רוצה רוצימ רוצות חייב חייבת חייבימ מתכוונ מתכוונת מתכוונימ מוכנ מוכנה מוכנימ הולכ הולכת הולכימ יכול יכולה יכולימ כדאי אפשר',
);
const conditional = setOf('אמ if נגיד נניח בהנחה suppose assuming');
const possible = setOf('אפשר ניתנ possible צריכ needed תוכל תוכלי');
const unknowing = setOf('לדעת יודע יודעת יודעים הבנתי מבין מבינה ברור know understand sure wonder');
const told = setOf('תגיד תגידי תגידו ספר ספרי tell ask show');

/** "תוריד את השטיח, סבבה?": an order that only asks for a nod. */
const tag =
  /[,.]?\s+(?:סבבה|אוקיי|אוקי|או קיי|בסדר|טוב|מה אומר|מה אומרת|מה אתה אומר|מה את אומרת|ok|okay|alright|please)\s*\?+\s*$/iu;

/** Who wrote a message that was pasted says nothing about what is in it. */
const withoutHeader = (message: string): string =>
  message
    .replace(/^\s*(?:fwd?|re|הועבר)\s*:\s*/i, '')
    .replace(/\[?\b\d{1,2}[:.]\d{2}\]?\s+[^\n:]{2,30}:\s+/g, '')
    .replace(/^[^\n:,?]{0,40}(?:כתב|כתבה|כתבו|אמר|אמרה|אמרו|שלח|שלחה|שלחו|wrote|says|said)\s*:\s+/i, '');

/** Words in quotation marks that somebody else said: two or more, for a name may stand in them too. */
const quotes = (message: string): boolean => {
  const [, quoted = '', single = ''] =
    /["“”„«]([^"“”„«»]+)["“”»]|(?<![\p{L}\d])['‘’]([^'‘’]+)['’](?!\p{L})/u.exec(message) ?? [];
  return (
    tokensOf(quoted || single).length >= 2 && tokensOf(message).some((word) => saying.has(word) || wishing.has(word))
  );
};

const unsure = setOf(
  'מתלבט מתלבטת מתלבטימ שוקל שוקלת שוקלימ ייתכנ יתכנ כנראה might considering undecided tbd perhaps לחשוב נדע נחליט',
);
const unsurePhrases = phrasesOf(
  'עוד לא החליט, עוד לא החליטה, עוד לא החליטו, עוד לא החלטנו, עדיין לא החליט, עדיין לא החליטה, עדיין לא החליטו, עדיין לא החלטנו, ' +
    'אולי בהמשך, אולי אחר כך, אולי מחר, היה עדיף, עדיף היה, היה כדאי, maybe later, maybe next, ' +
    'לא החלטנו, לא החליטו, לא סגור, לא סגורים, לא סגורה, לא בטוח, לא בטוחה, לא בטוחים, יכול להיות ש, חושב על, חושבת על, חושבים על, נחשוב על, ' +
    'היינו צריכים, היה צריך, הייתי צריך, הייתי צריכה, היינו אמורים, היה אמור, should have, could have, were supposed, was supposed, ' +
    'not sure, not decided, havent decided, hasnt decided, thinking of, thinking about, may want, might want',
);
/** Who is spoken of rather than to: what they might do is not asked of anybody here. */
const others = setOf('הוא היא המ הנ הלקוח הלקוחה הלקוחות הספק המעצב המעצבת client customer supplier he she they');

const heardOf = setOf('שמעתי שמענו אומרים מספרים');
/** "The client may want it higher", "we haven't decided yet": told so that somebody knows, and not to be done. */
const isUndecided = (tokens: readonly string[]): boolean =>
  tokens.some((word) => unsure.has(word)) ||
  holdsPhrase(tokens, unsurePhrases) ||
  tokens.some((word, at) => heardOf.has(word) && /^ש[א-ת]{3,}$/.test(tokens[at + 1] ?? '')) ||
  tokens.some((word, at) => /^(חושב|חושבת|חושבימ|חשב|חשבה|חשבנו)$/.test(word) && isInfinitive(tokens[at + 1] ?? '')) ||
  tokens.some(
    (word, at) => ['אולי', 'שאולי', 'maybe'].includes(word) && tokens.slice(0, at).some((before) => others.has(before)),
  );

/** The words of a clause that ask for something: nothing that shall not be done, no "before you…". */
const wanted = (tokens: readonly string[]): readonly string[] => {
  if (putOff.has(tokens.join(' ')) || staysAsIs(tokens) || wantsNothing(tokens)) return [];
  const no = tokens.findIndex((_, at) => forbids(tokens, at));
  const clause = no < 0 ? tokens : tokens.slice(0, no);
  const from = clause.findIndex((_, at) => isBefore(clause, at));
  if (from < 0) return clause;
  const main = clause.findIndex((word, at) => at > from + 1 && (told.has(word) || asks.has(word) || isFuture(word)));
  return [...clause.slice(0, from), ...(main < 0 ? [] : clause.slice(main))];
};

/** "Nothing needs to change", "לא לגעת בשום דבר". */
const wantsNothing = (tokens: readonly string[]): boolean =>
  tokens.some((word) => ['כלומ', 'שומ', 'nothing', 'anything'].includes(word)) &&
  tokens.some((word) => ['לא', 'אל', 'אינ', 'בלי', 'nothing', 'dont', 'not', 'no'].includes(word));

/** "לא צריך הצעה מלאה, רק רעיונות": what is not needed is only set against what is. A thing that is named goes. */
const isSpared = (tokens: readonly string[]): boolean =>
  /^(?:(?:לא|not|dont|no) (?:צריכ|צריכה|צריכים|רוצה|רוצים|need|want|the|a)|no need|אינ צורכ)(?: |$)/.test(
    tokens.join(' '),
  ) && !tokens.includes('את');
const only = setOf('רק אלא just only');

const forbids = (tokens: readonly string[], at: number): boolean => {
  const [word = '', next = '', after = ''] = tokens.slice(at, at + 3);
  if (word === 'אל' || word === 'ואל') return isFuture(next) && !/^תשכח/.test(next);
  if (word === 'אסור' || word === 'לא' || word === 'ולא' || word === 'בלי')
    return (
      isInfinitive(next) ||
      // "לא צריך להחליף" spares the work; "לא צריך את הדלפק" takes the counter out.
      (modal.has(next) && isInfinitive(after)) ||
      (/^(רוצה|רוצימ|רוצות)$/.test(next) && /^ש[תנ][א-ת]{2,}$/.test(after))
    );
  if (word === 'אינ' && next === 'צורכ') return isInfinitive(after);
  if (['need', 'have', 'want'].includes(next) && forbidding.has(word)) return after === 'to';
  if (word === 'no' && next === 'need') return after === 'to';
  if (word === 'שלא') return /^[תני][א-ת]{2,}$/.test(next);
  if (word === 'do') return next === 'not' && !notForbidding.has(after);
  return forbidding.has(word) && next !== '' && !notForbidding.has(next);
};

const isFuture = (word: string): boolean => /^ת[א-ת]{3,}$/.test(word) && !nouns.has(word);
const isInfinitive = (word: string): boolean => /^ל[א-ת]{3,}$/.test(word) && !/^לשכוח/.test(word);

/** "Leave it as it is" asks that nothing be done. */
const staysAsIs = (tokens: readonly string[]): boolean => {
  const said = ` ${tokens.join(' ')} `;
  if (/^ (תשאיר|תשאירי|תשאירו|keep|leave)( (את|זה|הכל|אותו|אותה|אותמ|it|them|that))* $/.test(said)) return true;
  return (
    / (תשאיר|תשאירי|תשאירו|להשאיר|נשאיר|השאר|השאירו|keep|leave) /.test(said) &&
    / (כמו ש|כפי ש|ככה |ככ |as is |as it |as they |like this |alone )/.test(said)
  );
};

const isBefore = (tokens: readonly string[], at: number): boolean => {
  const [word, next = ''] = [tokens[at], tokens[at + 1]];
  if (word === 'לפני') return /^ש[א-ת]{2,}$/.test(next);
  return word === 'before' && ['you', 'we', 'i', 'they'].includes(next);
};

const moodOf = (tokens: readonly string[], message: string): Mood => {
  const isAsked = /[?؟]/.test(message);
  const asksBeside = (at: number): boolean =>
    isAsked || tokens.some((word, other) => asks.has(word) && other !== at - 1 && word !== 'אמ');
  const ifAt = tokens.findIndex((word, at) => conditional.has(word) && !possible.has(tokens[at + 1] ?? ''));
  // "What if we paint it?" proposes; "what if we paint it, how much is it?" asks.
  const proposes = ['מה', 'what'].includes(tokens[ifAt - 1] ?? '');
  if (ifAt >= 0 && (proposes ? asksBeside(ifAt) && hasFigures(tokens) : asksBeside(ifAt))) return 'suppose';
  if (asksToKnow(tokens) || asksOfProposal(message)) return 'suppose';
  // "כתב כמויות" is a bill of quantities.
  const isTold = tokens.some((word, at) => (saying.has(word) && tokens[at + 1] !== 'כמויות') || isNotYet(tokens, at));
  if (isAsked || asks.has(tokens[0] ?? '')) return 'order';
  const isOrdered = tokens.some((word) => wishing.has(word) || isFuture(word)) || clausesOf(message).some(orders);
  return isTold && !isOrdered ? 'told' : 'order';
};

/** "Maybe we drop it? What does that do to the budget": the proposal is what is asked about. */
const asksOfProposal = (message: string): boolean => {
  const [first = [], ...more] = message.split(/[?,]/).map(tokensOf);
  return ['אולי', 'maybe', 'perhaps'].includes(first[0] ?? '') && more.some(([word]) => asks.has(word ?? ''));
};

/** How far something is, and nothing to be done about it. */
const isNotYet = (tokens: readonly string[], at: number): boolean => {
  const [word = '', next = ''] = [tokens[at], tokens[at + 1]];
  if (word === 'עוד' || word === 'עדיינ') return next === 'לא';
  return ['כבר', 'already', 'havent', 'hasnt', 'didnt'].includes(word) || (word === 'not' && next === 'yet');
};

const hasFigures = (tokens: readonly string[]): boolean =>
  tokens.some((word) => ['כמה', 'much', 'many', 'עולה', 'יעלה', 'cost', 'happens', 'יקרה'].includes(word));

const isOrderedLater = (word: string): boolean => isFuture(word) || told.has(word) || word === 'ask';

/** "The client asked whether…", "wants to know who…": a question, whoever asks it. */
const asksToKnow = (tokens: readonly string[]): boolean =>
  tokens.some((word, at) => {
    const next = tokens[at + 1] ?? '';
    const isQuestion = asks.has(next) || next === 'אמ' || next === 'if' || next === 'whether';
    // "Asks to know the height": whatever it is about, somebody wants to be told.
    if (word === 'לדעת' && next === 'את' && wishing.has(tokens[at - 1] ?? '')) return true;
    // "I don't know where to begin, ask me": what is told comes before an order.
    if (['לא', 'dont'].includes(tokens[at - 1] ?? '') && tokens.slice(at + 1).some(isOrderedLater)) return false;
    if (unknowing.has(word)) return isQuestion || (next === 'לי' && asks.has(tokens[at + 2] ?? ''));
    return ['שאל', 'שאלה', 'שאלו', 'שואל', 'שואלת', 'שואלימ', 'asked', 'asks', 'wonders'].includes(word) && isQuestion;
  });
