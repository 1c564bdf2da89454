import { tokensOf, variantsOf } from '../language/normalise.ts';
import { formsOf } from '../language/verbs.ts';
import { isKnownWord } from '../scope/known-words.ts';
import { asking, lexicon, type Route, routes, verbs } from './lexicon.ts';
import { everydayVerbs, isSlipOf } from './slip.ts';

/** What a word decides: a route, or that the draft or the mood of the sentence is meant. */
type Meaning = Route | 'draft' | 'mood';
type Decisive = { readonly text: string; readonly isStem: boolean; readonly meaning: Meaning };

/** Below four letters everything is near everything. */
const shortest = 4;

/** What begins like a shorter stem is another word: a booth is no bolt, and welcome does not weld. */
const longStem = 6;
const endings = ['', 's', 'ed', 'ing', 'ימ', 'ות'];

const split = (list: string, by: RegExp): readonly string[] => list.split(by).filter(Boolean);

/** Words that alone turn a message into something else. */
const decisive: readonly Decisive[] = [
  ...routes.flatMap((route) => [
    ...([2, 3] as const).flatMap((weight) =>
      split(lexicon[route][weight], /,\s*/).flatMap((entry) => {
        const texts = tokensOf(entry.replace('*', ''));
        return texts.length === 1 ? texts.map((text) => ({ text, isStem: entry.endsWith('*'), meaning: route })) : [];
      }),
    ),
    ...split(verbs[route] ?? '', /\s+/).flatMap((verb) =>
      formsOf(verb).map((text) => ({ text, isStem: false, meaning: route })),
    ),
  ]),
  ...tokensOf(`${asking} תראה תראי תזכיר תזכירי`).map((text) => ({ text, isStem: false, meaning: 'QA' as const })),
  ...tokensOf('תגיד תגידי תגידו תשאיר תשאירי תשאירו אמרה אמרו כתבה כתבו רוצה רוצים צריך צריכים').map((text) => ({
    text,
    isStem: false,
    meaning: 'mood' as const,
  })),
  ...tokensOf('apply discard תחיל תחילי תחילו להחיל תשמור תשמרי לשמור טיוטה הטיוטה').map((text) => ({
    text,
    isStem: false,
    meaning: 'draft' as const,
  })),
].filter(({ text }) => text.length >= shortest);

const exact = new Set(decisive.map(({ text }) => text));
/** Words of every day that one wrong letter would turn into a decisive one. */
const ordinary = new Set(
  tokensOf(
    'לבמה לקיר אותה אותו אותם איתי תתחיל תתחילי להתחיל הגודל הגדול הכניסה חברה חברים שלטים שלטי משימה משימת נבנה נעשה להגיש תשים רואה ישיבה יציאה ' +
      'מתאים מתאימה מתאימים שעות לבר לחלל אומר אומרת כתב line live lost last wall week thing goes wild save skin floor',
  ),
);

/** Whether a word that nobody knows may be one that would change the meaning, with a slip of the finger in it. */
export const mayMeanElse = (tokens: readonly string[], best: Route): boolean =>
  tokens.some((token) => {
    if (isKnownWord(token) || everydayVerbs.has(token)) return false;
    const forms = variantsOf(token);
    if (forms.some((form) => exact.has(form) || ordinary.has(form))) return false;
    const near = decisive.filter((word) => forms.some((form) => isNear(form, word)));
    // Whatever else it is near, it may be what the message was taken for.
    return near.length > 0 && near.every(({ meaning }) => meaning !== best);
  });

const isNear = (form: string, { text, isStem }: Decisive): boolean =>
  !isStem
    ? isSlipOf(form, text, shortest)
    : text.length < longStem
      ? endings.some((ending) => isSlipOf(form, `${text}${ending}`, shortest))
      : [0, 1, -1].some((more) => isSlipOf(form.slice(0, text.length + more), text, shortest));
