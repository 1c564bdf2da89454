import { tokensOf } from './normalise.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));

/** A sentence of nothing but these, one of the markers among them, is only polite. */
const polite = setOf(
  'היי הי אהלן שלום רב בוקר צהריים ערב לילה טוב טובים נעים נעימה מצוין אור יום שבוע סופש סוף שבת חג שמח תודה רבה המון מראש שוב מקווה מקווים שהכל הכל הכול בסדר אצלך אצלכם שלומך שלומכם מה נשמע שהיום שהשבוע שלך שלכם עובר בטוב אחלה גדול ענק מעריך מעריכה מעריכים מאוד על העזרה הסבלנות הכול בהצלחה בברכה סליחה הטרחה הבלבול ההפרעה מקודם נתראה ביי להתראות יקר יקרה יקרים לך לכם לכולם כולם חברים חברות צוות ש אתם את אתה ' +
    'hi hello hey dear all team there good morning afternoon evening night day days week weekend hope hoping you youre your are is well doing fine this finds everyone everything thank thanks so very much again many a lot in advance have great nice lovely wonderful rest of the and cheers best kind kindest warm regards sincerely sorry for trouble bother confusion appreciate it help we i',
);
const markers = setOf(
  'תודה שלום מקווה מקווים נעים נעימה טוב בברכה סליחה שמח נשמע מעריך מעריכה מעריכים בהצלחה ביי להתראות היי הי אהלן thank thanks hope hoping regards cheers sorry appreciate hi hello hey morning evening afternoon weekend',
);

const phrasesOf = (phrases: readonly string[]): readonly RegExp[] =>
  phrases.map((phrase) => new RegExp(`(?<![\\p{L}\\d])${phrase}(?![\\p{L}\\d])`, 'giu'));

const thanks = phrasesOf([
  'תודה רבה(?: מראש| לך| לכם)?',
  'תודה(?: מראש| לך| לכם)?',
  'שלום רב',
  'יום (?:טוב|נעים|מקסים)',
  'thank you(?: so| very)?(?: much)?(?: in advance| again)?',
  'thanks(?: a lot| so much| again| in advance)?',
]);

/** "Asked if it is possible": whether, and no courtesy. */
const notWhether =
  '(?<!(?:שאל\\p{L}*|שואל\\p{L}*|ל?בדוק|ת?בדק\\p{L}*|תבדוק|לדעת|לברר|asks?|asked|asking|check|know|see) )';

/** What makes a request softer and says nothing about what is asked. It may tell that something is asked at all. */
const softeners = phrasesOf([
  'אשמח אם(?: תוכל(?:י|ו)?| אפשר)?',
  'נשמח אם(?: תוכל(?:י|ו)?| אפשר)?',
  `${notWhether}אם (?:אפשר|ניתן|זה אפשרי|זה בסדר|זה לא יותר מדי|זה לא בעיה|לא קשה|זה לא קשה|יש לך רגע)`,
  'כשיהיה ל(?:ך|כם) (?:רגע|זמן|דקה)',
  'היינו רוצים',
  'הייתי רוצה',
  '(?:would|could) it be possible to',
  '(?:would|do) you mind',
  `${notWhether}if (?:possible|you can|you could|you don[’']?t mind|it[’']s not too much trouble|that[’']s ok(?:ay)?)`,
  "(?:i|we)(?: would|[’']d)? (?:be glad|appreciate it) if(?: you could)?",
  'when you (?:have|get) a (?:minute|moment|chance)',
  'kindly',
  'quick one',
]);

const blank = (text: string): string => ' '.repeat(text.length);

/**
 * A message without greetings, thanks and good wishes. What goes becomes spaces, so that every place stays where it was.
 * A message of nothing else is left as it is.
 */
export const withoutPleasantries = (message: string): string => {
  const rest = message.replace(/[^.!?;,:\n]+(?:[.!?;,:\n]+|$)|:\)|;\)/gu, (sentence) =>
    isPolite(sentence) ? blank(sentence) : sentence,
  );
  return without(rest, thanks, message);
};

/** Without what only makes it softer, too. */
export const withoutCourtesy = (message: string): string => without(withoutPleasantries(message), softeners, message);

const without = (text: string, phrases: readonly RegExp[], message: string): string => {
  let rest = text;
  for (const phrase of phrases) rest = rest.replace(phrase, blank);
  return tokensOf(rest).length === 0 ? message : rest;
};

const isPolite = (sentence: string): boolean => {
  const tokens = tokensOf(sentence).map((token) => (polite.has(token) ? token : token.replace(/^ו/, '')));
  return tokens.length > 0 && tokens.every((token) => polite.has(token)) && tokens.some((token) => markers.has(token));
};
