import { normalise } from './normalise.ts';

/** A part of a message that says what shall stay as it is. */
export type LeftAlone = { readonly from: number; readonly to: number; readonly text: string };

type Word = { readonly text: string; readonly from: number; readonly to: number };

/** "אל תיגע ב…", "בלי לגעת", "leave … alone", "… נשאר כמו שהוא": said of one thing, beside what is asked of another. */
const touching =
  '(?:אל|ואל) (?:תיגע|תגע|תיגעי|תגעי|תיגעו|תגעו|תשנה|תשני|תשנו|תזיז|תזיזי|תזיזו)|(?:לא|ולא|בלי|ובלי) (?:לגעת|לשנות|נוגעימ)|(?:dont|do not|without) (?:touch|change|touching|changing)|(?:no|without) (?:other|further|more) changes?|(?:בלי|ללא) שינויימ אחרימ';
const leaving = '(?:ו)?(?:תשאיר|תשאירי|תשאירו|נשאיר|להשאיר|עזוב|עזבי|עזבו|תעזוב|תעזבי|תעזבו)|(?:leave|keep)';
const staying = '(?:נשאר|נשארת|נשארימ|תישאר|תשאר|יישאר|ישאר|יישארו|ישארו|stays|stay)';
/** How it shall stay: needed behind "leave" in English, where leaving may mean much else. */
const asItIs =
  '(?:כמו ש[א-ת]+|כפי ש[א-ת]+|ככה|בלי שינוי|ללא שינוי|אותו דבר|alone|as is|as it is|as they are|as it was|unchanged|the same)';
const starts = [touching, leaving, staying].map((source) => new RegExp(`^(?:${source})(?= |$)`));
const manner = new RegExp(`(?:^| )${asItIs}(?= |$)`);
const words = new Set(
  `${touching}|${leaving}|${staying}`
    .replace(/\(\?:ו\)\?|[()?:]/g, '')
    .split(/[| ]/)
    .filter((word) => word.length > 1),
);
/** Whether a word only says that something stays, and never what. */
export const isLeaveWord = (token: string): boolean => words.has(token) || words.has(token.replace(/^ו/, ''));
const joins = /^(?:and|but|אבל|רק|just|only)$/;

/**
 * Parts what shall be left alone from the rest of a message, which keeps its places. Nothing is parted when the whole
 * message says so: then it asks for nothing.
 */
export const leftAloneIn = (message: string): { readonly rest: string; readonly parts: readonly LeftAlone[] } => {
  const parts: LeftAlone[] = [];
  for (const sentence of message.matchAll(/[^.,;!?\n]+/gu)) {
    const words = wordsIn(sentence[0], sentence.index);
    const at = words.findIndex((_, from) => isStart(words, from));
    if (at < 0) continue;
    const from = beginningOf(words, at);
    const to = endOf(words, at);
    const [first, last] = [words[from], words[to - 1]];
    if (first && last) parts.push({ from: first.from, to: last.to, text: message.slice(first.from, last.to) });
  }
  let rest = message;
  for (const { from, to } of parts) rest = `${rest.slice(0, from)}${' '.repeat(to - from)}${rest.slice(to)}`;
  return parts.length === 0 || normalise(rest) === '' ? { rest: message, parts: [] } : { rest, parts };
};

const wordsIn = (sentence: string, offset: number): readonly Word[] =>
  [...sentence.matchAll(/[\p{L}\p{M}\p{N}'’״׳"#]+/gu)].map(({ 0: raw, index }) => ({
    text: normalise(raw),
    from: offset + index,
    to: offset + index + raw.length,
  }));

const saidFrom = (words: readonly Word[], from: number): string =>
  words
    .slice(from)
    .map(({ text }) => text)
    .join(' ');

const isStart = (words: readonly Word[], from: number): boolean => {
  const said = saidFrom(words, from);
  const [isTouching, isLeaving, isStaying] = starts.map((start) => start.test(said));
  if (isTouching || isStaying) return true;
  // "תשאיר את הבמה": in Hebrew its object says what; in English leaving may mean much else.
  const hasObject = /^ו?[א-ת]/.test(said) && words.some(({ text }) => text === 'את' || text === 'ואת');
  return isLeaving === true && (manner.test(said) || hasObject || /^ו?(?:עזוב|עזבי|עזבו)/.test(said));
};

/** "ואת הקיר תשאיר": what is left alone stands before the verb in Hebrew, and before "stays". */
const beginningOf = (words: readonly Word[], at: number): number => {
  if (/^ו(?:אל|לא|בלי)$/.test(words[at]?.text ?? '') && !words.slice(0, at).some(({ text }) => text === 'ואת'))
    return at;
  for (let from = at - 1; from >= 0; from -= 1) {
    const { text = '' } = words[from] ?? {};
    if (text === 'ואת' || (text === 'את' && from === 0)) return from;
    if (joins.test(text)) return from;
  }
  return starts[2]?.test(saidFrom(words, at)) ? 0 : at;
};

/** Up to what is asked next: "leave the bar alone and paint the wall". */
const endOf = (words: readonly Word[], at: number): number => {
  const next = words.findIndex(
    ({ text }, nth) => nth > at + 1 && (/^(?:and|but|אבל|רק)$/.test(text) || /^ות[א-ת]{3,}$/.test(text)),
  );
  return next < 0 ? words.length : next;
};
