import { tokensOf, variantsOf } from '../language/normalise.ts';
import { countOfWord } from '../language/numbers.ts';
import { formsOf } from '../language/verbs.ts';
import { greetings } from '../routing/lexicon.ts';
import type { Piece } from './lex.ts';

export const verbClasses = [
  'cheaper',
  'rename',
  'swap',
  'move',
  'restore',
  'remove',
  'add',
  'grow',
  'shrink',
  'set',
  'want',
] as const;
export type VerbClass = (typeof verbClasses)[number];

/** Hebrew as `formsOf` reads it, then words and phrases of both languages. */
const verbs: Readonly<Record<VerbClass, readonly [string, string]>> = {
  cheaper: ['להוזיל:וזיל:הוזל', 'cheaper, less expensive, יותר זול, יותר זולה, זול יותר, זולה יותר, בזול'],
  rename: [
    'לקרוא:קרא:',
    'rename, call, שנה את השם, שנה שם, תשנה את השם, תשנה שם, לשנות את השם, תחליף את השם, תחליף שם',
  ],
  swap: ['להחליף:חליף:החלף|החליפו להמיר:מיר:', 'swap, replace, switch, במקום, instead of'],
  move: [
    'להזיז:זיז:הזז להעביר:עביר:העבר לדחות:דחה: להקדים:קדים:הקדם',
    'move, push, postpone, delay, reschedule, bring forward, נדחה, נדחתה, נדחו, הוקדם, הוקדמה',
  ],
  restore: ['להחזיר:חזיר:החזר', 'restore, bring back'],
  remove: [
    'להוריד:וריד:הורד|הורידי|הורידו להסיר:סיר:הסר למחוק:מחק:מחק|מחקו לבטל:בטל:בטל להעיף:עיף:העף לוותר:וותר: לותר:ותר: להוציא:וציא:הוצא',
    'remove, delete, drop, cancel, scrap, ditch, skip, lose, without, בלי, get rid of, get rid, לא צריך, לא צריכה, לא צריכים, dont need, do not need, no need for, take out, יורד, יורדת, ירד, ירדה',
  ],
  add: ['להוסיף:וסיף:הוסף|הוסיפי|הוסיפו ליצור:יצור:צור|צרי להכניס:כניס:', 'add, create, include, insert, put in, new'],
  grow: [
    'להגדיל:גדיל:הגדל להגביה:גביה: להרחיב:רחיב:הרחב להאריך:אריך:',
    'enlarge, extend, widen, raise, bump, increase, double, להכפיל, תכפיל, תכפילי, תכפילו, נכפיל',
  ],
  shrink: [
    'להקטין:קטין:הקטן להנמיך:נמיך: לקצר:קצר: להצר:צר: לצמצם:צמצם:',
    'shrink, reduce, lower, shorten, cut down, cut, decrease',
  ],
  set: [
    'לשנות:שנה:שנה לעשות:עשה:עשה לצבוע:צבע:צבע|צבעו לעדכן:עדכן:עדכן|עדכני|עדכנו להפוך:הפוך: לשים:שים:שים|שימי|שימו לעבור:עבור: להיות::',
    'make, change, set, paint, repaint, colour, color, update, turn, resize, should be, must be, יהיה, תהיה, יהיו, שיהיה, שתהיה, שיהיו, תעברו, תעברי, go with, use',
  ],
  want: [
    '',
    'want, wants, need, needs, asked for, prefers, צריך, צריכה, צריכים, רוצה, רוצים, רוצות, ביקש, ביקשה, ביקשו, מבקש, מבקשת, מבקשים, עדיף',
  ],
};

type Phrase = { readonly words: readonly string[]; readonly verb: VerbClass };
const phrases: readonly Phrase[] = verbClasses
  .flatMap((verb) => {
    const [hebrew, listed] = verbs[verb];
    const single = hebrew
      .split(/\s+/)
      .filter(Boolean)
      .flatMap(formsOf)
      .map((form) => [form]);
    return [...single, ...listed.split(',').map(tokensOf)]
      .filter(({ length }) => length > 0)
      .map((words) => ({ words, verb }));
  })
  .sort((a, b) => b.words.length - a.words.length);

export type VerbFound = { readonly verb: VerbClass; readonly from: number; readonly to: number };

/** The verb that begins at a piece. "ו" before it makes no difference. */
export const verbAt = (pieces: readonly Piece[], at: number): VerbFound | undefined => {
  for (const { words, verb } of phrases) {
    const stands = words.every((word, nth) => {
      const piece = pieces[at + nth];
      if (piece?.kind !== 'word') return false;
      return (
        piece.text === word || (nth === 0 && piece.text === `ו${word}`) || (nth === 0 && piece.text === `ש${word}`)
      );
    });
    if (stands) return { verb, from: at, to: at + words.length };
  }
  return undefined;
};

/** Verbs that name the side themselves: "תגביה" is about the height, whatever figure follows. */
const sided: readonly (readonly [ReadonlySet<string>, 'widthMm' | 'heightMm'])[] = [
  [
    new Set([...'להגביה:גביה:הגבה להנמיך:נמיך:הנמך'.split(' ').flatMap(formsOf), ...tokensOf('raise lower heighten')]),
    'heightMm',
  ],
  [
    new Set([
      ...'להרחיב:רחיב:הרחב להצר:צר: להאריך:אריך:הארך לקצר:קצר:קצר'.split(' ').flatMap(formsOf),
      ...tokensOf('widen narrow lengthen shorten extend'),
    ]),
    'widthMm',
  ],
];
export const sideOfVerb = (pieces: readonly Piece[]): 'widthMm' | 'heightMm' | undefined =>
  sided.find(([words]) =>
    pieces.some(({ kind, text }) => kind === 'word' && (words.has(text) || words.has(text.replace(/^[וש]/, '')))),
  )?.[1];

const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));

/** Words that add nothing to a request that is otherwise understood. Words that turn it round are not among them. */
const glue = setOf(
  `${greetings} the a an to of for in on at by with and also it its this that them they me us we i you our my is are be
  can could would should lets let us will now from as into up so all each there their his her has have do
  את ואת של ושל על ועל עם ועם ל ב ה מ ו ש כ גם לי לנו לו לה להם זה זאת זו אותו אותה אותם אותן הוא היא הם כאן שם כבר עכשיו מעכשיו עוד
  בבקשה נא אפשר אולי maybe בוא בואי בואו יש להיות תהיה יהיה שלנו שלי שלו שלה כל אז
  client customer clients הלקוח הלקוחה לקוח הלקוחות הם אמר אמרה אמרו says said
  color colour shade tone צבע גוון בצבע בגוון כזה כזו כזאת כאלה size גודל בגודל מידה מידות
  list רשימה לרשימה אני אנחנו plz unit units piece pieces qty quantity יח יחידה יחידות כמות פעמים times
  תוכל תוכלי תוכלו element elements אלמנט אלמנטים לפרויקט לתוכנית להצעה actually just really rather בעצם רק סהכ`,
);

const isGlueForm = (form: string): boolean => glue.has(form);
export const isGlue = (piece: Piece | undefined): boolean =>
  piece?.kind === 'word'
    ? variantsOf(piece.text).some(isGlueForm)
    : piece?.kind === 'mark' && ',;:.!?\n+'.includes(piece.text);

/** Words that turn a request round or hang it on something. With one of them left over, nothing is done. */
const turning = setOf(
  'not dont doesnt never no if unless until except but although whether instead לא אל אם אלא אבל בתנאי כאשר כש עד חוץ מלבד למעט אסור טרם פרט',
);
export const isTurning = (piece: Piece | undefined): boolean =>
  piece?.kind === 'word' && (turning.has(piece.text) || turning.has(piece.text.replace(/^ו/, '')));

const taskWords = setOf('task tasks משימה משימות משימת');
export const isTaskWord = (piece: Piece | undefined): boolean =>
  piece?.kind === 'word' && variantsOf(piece.text).some((form) => taskWords.has(form));

const priceWords = setOf('price prices cost costs rate מחיר מחירים עלות עלויות תעריף budget תקציב');
export const isPriceWord = (piece: Piece | undefined): boolean =>
  piece?.kind === 'word' && variantsOf(piece.text).some((form) => priceWords.has(form));

const durations: readonly (readonly [ReadonlySet<string>, number])[] = [
  [setOf('minute minutes min דקה דקות'), 1],
  [setOf('hour hours hr hrs שעה שעות'), 60],
];
/** Minutes in the unit of time at a piece. */
export const durationUnit = (piece: Piece | undefined): number | undefined =>
  piece?.kind === 'word'
    ? durations.find(([words]) => variantsOf(piece.text).some((form) => words.has(form)))?.[1]
    : undefined;

/** Where something stands, seen from an element that is there. */
const places: readonly (readonly [ReadonlySet<string>, { readonly he: string; readonly en: string }])[] = [
  [setOf('near beside next ליד בצד סמוך'), { he: 'ליד', en: 'near' }],
  [setOf('above over מעל'), { he: 'מעל', en: 'above' }],
  [setOf('under below beneath מתחת תחת'), { he: 'מתחת ל', en: 'under' }],
  [setOf('behind מאחורי'), { he: 'מאחורי', en: 'behind' }],
  [setOf('opposite front מול לפני'), { he: 'מול', en: 'in front of' }],
  [setOf('around סביב מסביב'), { he: 'סביב', en: 'around' }],
];
export const placeAt = (piece: Piece | undefined): { readonly he: string; readonly en: string } | undefined =>
  piece?.kind === 'word' ? places.find(([words]) => words.has(piece.text))?.[1] : undefined;

/** Words that are no name of a thing, and leave none when they stand in it: "two for each shelf" is a rule. Never part of the name of a thing that is built. */
const nameless = setOf(
  'day days week weeks hour hours minute minutes price cost discount budget percent יום ימים יומיים שבוע שבועות שעה שעות דקות מחיר עלות הנחה תקציב אחוז כסף זמן time money ' +
    'מטר מטרים סמ סנטימטר ממ רוחב גובה עומק אורך עובי meter meters metre metres cm mm width height depth length שורה שורת שורות row rows ' +
    'כל לכל בכל כמו per each every like such ' +
    'מעליו מעליה מתחתיו מתחתיה לידו לידה בתוכו בתוכה בפנים מאחוריו מאחוריה סביבו סביבה מולו מולה לידם מעליהם inside beside above below behind under',
);
export const isNameless = (piece: Piece | undefined): boolean =>
  piece?.kind === 'word' &&
  (variantsOf(piece.text).some((form) => nameless.has(form) || countOfWord(form) !== undefined) ||
    milestoneAt(piece) !== undefined);

const milestones: readonly (readonly [ReadonlySet<string>, 'installStart' | 'eventDate' | 'strikeEnd'])[] = [
  [setOf('install installation setup הקמה התקנה הקמת התקנת'), 'installStart'],
  [setOf('event show אירוע השקה כנס תערוכה'), 'eventDate'],
  [setOf('strike teardown dismantling פירוק'), 'strikeEnd'],
];
/** The project's day a word speaks of. */
export const milestoneAt = (piece: Piece | undefined): 'installStart' | 'eventDate' | 'strikeEnd' | undefined =>
  piece?.kind === 'word'
    ? milestones.find(([words]) => variantsOf(piece.text).some((form) => words.has(form)))?.[1]
    : undefined;

const another = setOf('another more additional extra second also עוד נוסף נוספת נוספים נוספות גם');
export const isAnother = (piece: Piece | undefined): boolean => piece?.kind === 'word' && another.has(piece.text);
export const saysAnother = (pieces: readonly Piece[]): boolean =>
  pieces.some((piece) => piece.kind === 'word' && another.has(piece.text));

/** "earlier" moves a day back. */
const earlier = setOf('earlier forward bring הקדים להקדים תקדים תקדימי תקדימו נקדים הוקדם הוקדמה הקדם מוקדם');
export const saysEarlier = (pieces: readonly Piece[]): boolean =>
  pieces.some((piece) => piece.kind === 'word' && earlier.has(piece.text));
const laterWords = setOf('later earlier מאוחר מוקדם יותר day days יום');
export const isDayGlue = (piece: Piece | undefined): boolean =>
  piece?.kind === 'word' && variantsOf(piece.text).some((form) => laterWords.has(form));
