import { tokensOf } from '../language/normalise.ts';
import { asking, bringing as bringingWords } from './lexicon.ts';
import { clausesOf, orders } from './orders.ts';
import { frameless, holdsPhrase, phrasesOf, type Spoken } from './read.ts';

/** Words that ask for something to be said. "Is", "can" and "should" may open a wish as well. */
const wh = new Set(tokensOf(asking).filter((word) => !/^(is|are|do|does|did|has|have|should|can|will)$/.test(word)));
const whatToDo = phrasesOf('מה עושים, מה נעשה, מה לעשות, איך עושים, what do we do, what should we do');
const bringing = new Set(tokensOf(bringingWords));
/** What is fit, not what is: nobody wrote the answer down. */
const fitting = new Set(
  tokensOf(
    'כדאי עדיף מתאים מתאימה מתאימים מתאימות יתאים תתאים יתאימו צריך שצריך נדרש הולך הולכת הולכים הולכות מומלץ ממליץ ממליצה מספיק להשתמש לקחת ' +
      'best better fit fits suit suits recommend recommended work works enough good',
  ),
);

/** "I'm on my way, what has to be ready?": the last thing said asks, and nothing before it orders. */
export const asksAtLast = (text: string): boolean => {
  const clauses = clausesOf(text);
  const last = frameless(tokensOf(clauses.at(-1) ?? ''));
  return clauses.length > 1 && wh.has(last[0] ?? '') && last[1] !== 'ש' && !clauses.some(orders);
};

/** "Is it still in, or did we take it out": one of two things is true, and neither is wanted. */
export const asksWhether = ({ tokens }: Spoken): boolean => {
  const last = tokens.slice(-2).join(' ');
  return last === 'או לא' || last === 'or not' || tokens.some((word, at) => word === 'או' && isPast(tokens[at + 1]));
};

/** "…או שביטלנו", "או שעדיף": the other of two things. */
const isPast = (word = ''): boolean => /^ש[א-ת]{2,}$/.test(word);

const sofar = new Set(tokensOf('כבר עדיין already yet still'));

/** "Did we send the quote already?": how far something is, and nothing to be made. */
export const asksHowFar = ({ tokens, q, request }: Spoken, text: string): boolean =>
  q && !request && tokens.some((word) => sofar.has(word)) && !clausesOf(text).some(orders);

/** "יש לנו מספיק…", "מישהו אישר…": whether something is so, with or without a question mark. */
export const asksIfThere = ({ tokens: [first = '', second = ''] }: Spoken): boolean =>
  ['מישהו', 'anyone', 'anybody'].includes(first) ||
  (['יש', 'נשאר', 'נשארו', 'there'].includes(first) && isThere.has(second));
const isThere = new Set(tokensOf('משהו מישהו מספיק בכלל פה כאן כבר anything enough anyone'));

/** "Which thickness did we choose?", "מה המידות שסיכמנו": what was settled is written down. */
export const asksSettled = (spoken: Spoken): boolean =>
  asksWith(spoken) && spoken.tokens.some((word, at) => at > 0 && /^ש[א-ת]{3,}(נו|תי)$/.test(word));

/** "What else can we put there?", "bring something bolder": asked for in the open, whatever stage it is. */
const openly = /^(?:אפשר|ניתנ|כדאי) (?:עוד )?(?:לשימ|להוסיפ|לעשות|להכניס|ליצור|לתלות|לבנות)(?: |$)/;
const things = new Set(tokensOf('משהו דברים something things'));
export const asksOpenly = ({ tokens }: Spoken, text: string): boolean => {
  const [first = '', ...rest] = tokens;
  if (first === 'מה' && openly.test(rest.filter((word) => word !== 'עוד').join(' '))) return true;
  return clausesOf(text).some((clause) => {
    const [verb = '', ...more] = frameless(tokensOf(clause));
    return bringing.has(verb) && more.slice(0, 3).some((word) => things.has(word));
  });
};

export const asksWhatToDo = ({ tokens }: Spoken): boolean => holdsPhrase(tokens, whatToDo);

/** "We must think how the wall stands": how something is done is asked, and nothing in it is ordered. */
export const asksHowWithin = ({ tokens }: Spoken, text: string): boolean =>
  tokens.includes('איכ') && !clausesOf(text).some(orders);

/** "Which thickness fits?" wants advice; "which thickness is it?" wants what is written. */
export const asksAdvice = ({ tokens, opens }: Spoken): boolean =>
  opens && wh.has(tokens[0] ?? '') && tokens.some((word) => fitting.has(word));

/** Opens with a word that asks for what is, and not for what shall be. */
export const asksWith = ({ tokens }: Spoken): boolean =>
  wh.has(tokens[0] ?? '') || ['is', 'are', 'was', 'did', 'does', 'has', 'have'].includes(tokens[0] ?? '');

/** "Let's move on to planning": the stage that is named is what is wanted. */
const goingOn = new Set(
  tokensOf(
    'נתקדם להתקדם מתקדמים תתקדם תתקדמי נעבור לעבור עוברים תעבור תעברו קדימה נתחיל להתחיל מתחילים תתחיל תתחילי move proceed advance moving start',
  ),
);
const toPlanning = new Set(tokensOf('לתכנון לתכנן לתמחור לתמחר לתקצב להצעה להצעת לתוכנית planning pricing quoting'));
const toBuilding = new Set(tokensOf('לבנייה לבניה לביצוע לפתרון לפתרונות solutioning'));
export const movesOnTo = ({ tokens }: Spoken): 'PLN' | 'SOL' | undefined => {
  const at = tokens.findIndex((word) => goingOn.has(word));
  const next = at < 0 ? [] : tokens.slice(at + 1, at + 4);
  if (next.some((word) => toPlanning.has(word))) return 'PLN';
  return next.some((word) => toBuilding.has(word)) ? 'SOL' : undefined;
};

const asker = /^(תשאל|תשאלי|תשאלו|שאל|שאלי|שאלו)$/;

/** Who is to be asked: "…, ask what you need" means the writer, "ask the client" does not. */
export const whoIsAsked = (text: string): 'writer' | 'somebody else' | undefined => {
  const clause = clausesOf(text)
    .map((each) => frameless(tokensOf(each)))
    .find(([verb = '']) => asker.test(verb));
  if (!clause) return undefined;
  return /^(את|אותו|אותה|אותמ)$|^ל[א-ת]{3,}/.test(clause[1] ?? '') ? 'somebody else' : 'writer';
};
