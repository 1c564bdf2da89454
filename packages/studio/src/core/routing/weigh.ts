import { tokensOf } from '../language/normalise.ts';
import { formsOf } from '../language/verbs.ts';
import {
  also,
  asking,
  bringing,
  correcting,
  lexicon,
  making,
  measures,
  notImperative,
  openEnded,
  openingVerbs,
  planned,
  producing,
  type Route,
  routes,
  splitting,
  units,
  verbs,
  wishes,
} from './lexicon.ts';
import { phrasesOf, type Spoken } from './read.ts';
import { isSlipOf } from './slip.ts';

const fillers = new Set(tokensOf('לי לנו רגע שניה שנייה בבקשה נא שוב me us please again quickly'));
const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));
const asks = setOf(asking);
export const words = {
  making: setOf(making),
  planned: setOf(planned),
  notImperative: setOf(notImperative),
  openingVerbs: setOf(openingVerbs),
  wishes: setOf(wishes),
  also: setOf(also),
  producing: setOf(producing),
  splitting: setOf(splitting),
  measures: setOf(measures),
  bringing: setOf(bringing),
  correcting: setOf(correcting),
  units: setOf(units),
  openEnded: phrasesOf(openEnded),
};

type Weight = 1 | 2 | 3;
/** A verb stands without a prefix, and a bare imperative comes first: "צבע" orders, "סוג צבע" is about paint. */
type Part = { readonly text: string; readonly isStem: boolean; readonly verb?: 'form' | 'imperative' };
type Entry = readonly Part[];

const entryOf = (entry: string): readonly Entry[] => {
  const parts = entry.trim().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  return [
    parts.flatMap((part) => tokensOf(part.replace('*', '')).map((text) => ({ text, isStem: part.endsWith('*') }))),
  ];
};
/** Two spellings may be one once they are normalised: a word heard once must not count twice. */
const unique = (entries: readonly Entry[]): readonly Entry[] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];
const verbEntries = (route: Route): readonly Entry[] =>
  (verbs[route] ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((verb) =>
      formsOf(verb).map((text) => [
        { text, isStem: false, verb: /^[תנל]/.test(text) ? ('form' as const) : ('imperative' as const) },
      ]),
    );

const compiled: Readonly<Record<Route, Readonly<Record<Weight, readonly Entry[]>>>> = Object.fromEntries(
  routes.map((route) => {
    const of = (weight: Weight): readonly Entry[] => unique(lexicon[route][weight].split(',').flatMap(entryOf));
    return [route, { 1: of(1), 2: [...of(2), ...verbEntries(route)], 3: of(3) }];
  }),
) as never;

/** Every single word of the tables, so that a slip of the finger is only looked for where no word fits. */
const single = routes.flatMap((route) =>
  ([1, 2, 3] as const).flatMap((weight) =>
    compiled[route][weight].flatMap((entry) => (entry.length === 1 ? [...entry] : [])),
  ),
);
const exact = new Set([
  ...single.filter(({ isStem }) => !isStem).map(({ text }) => text),
  ...Object.values(words).flatMap((set) => [...set].flat()),
]);
const stems = single.filter(({ isStem }) => isStem).map(({ text }) => text);
const isListed = (form: string): boolean => exact.has(form) || stems.some((stem) => form.startsWith(stem));

export type Evidence = {
  readonly scores: Readonly<Record<Route, number>>;
  /** Something that asks with weight 2 or more. */
  readonly strongQA: boolean;
  /** Routes with a word or phrase of weight 3. */
  readonly strong: ReadonlySet<Route>;
  /** The routes the first word speaks for. */
  readonly opening: ReadonlySet<Route>;
  /** The route whose verb the message opens with: what is told first is what is wanted. */
  readonly openingVerb: Route | undefined;
};

/** What the words of a message weigh for each route. A word that was mistyped weighs a quarter less. */
export const evidence = (spoken: Spoken): Evidence => {
  const isUnknown = spoken.forms.map((forms) => ![...forms].some(isListed));
  const opening = new Set<Route>();
  let openingVerb: Route | undefined;
  const strong = new Set<Route>();
  const stands = (entry: Entry, from: number): boolean => {
    let at = from - 1;
    return entry.every((part) => {
      at += 1;
      // "תעבור לי רגע על": what is said to somebody may stand inside a phrase.
      while (at > from && fillers.has(spoken.tokens[at] ?? '') && !fits(spoken, at, part)) at += 1;
      return fits(spoken, at, part);
    });
  };
  const isMistyped = ([part, ...more]: Entry, at: number): boolean =>
    part !== undefined &&
    more.length === 0 &&
    isUnknown[at] === true &&
    // "הכניסה" is a noun, and one letter away from an order that would stand first.
    (part.verb !== 'imperative' || at === 0) &&
    isSlip(spoken.tokens[at] ?? '', part);

  const weighed = (route: Route, weight: Weight): number => {
    const found: number[] = [];
    // One mistyped word is near several forms of a verb, and still one word.
    const mistyped = new Set<number>();
    for (const entry of compiled[route][weight]) {
      const at = spoken.tokens.findIndex((_, from) => stands(entry, from));
      if (at === 0) opening.add(route);
      if (at === 0 && entry[0]?.verb) openingVerb = route;
      if (at >= 0 && weight === 3) strong.add(route);
      const slip = at < 0 && weight > 1 ? spoken.tokens.findIndex((_, from) => isMistyped(entry, from)) : -1;
      if (at >= 0) found.push(1);
      else if (slip >= 0 && !mistyped.has(slip)) found.push(0.75);
      if (slip >= 0) mistyped.add(slip);
    }
    return found
      .sort((a, b) => b - a)
      .slice(0, 2)
      .reduce((sum, each) => sum + each * weight, 0);
  };
  const scores = Object.fromEntries(
    routes.map((route) => [route, weighed(route, 1) + weighed(route, 2) + weighed(route, 3)]),
  ) as Record<Route, number>;
  return { scores, strongQA: weighed('QA', 2) + weighed('QA', 3) > 0, strong, opening, openingVerb };
};

const fits = (spoken: Spoken, at: number, part: Part): boolean => {
  const forms = spoken.forms[at];
  if (!forms || (part.text === 'כמה' && isSeveral(spoken, at))) return false;
  const token = spoken.tokens[at] ?? '';
  // "מי צריך להיות בשטח" asks who; only "הקיר צריך להיות" says what shall be.
  if (part.text.startsWith('צריכ') && asks.has((spoken.tokens[at - 1] ?? '').replace(/^ו/, ''))) return false;
  // "שמתי" put something somewhere; it does not ask when.
  if (part.text === 'מתי' && token === 'שמתי') return false;
  // "תעבור על" looks over; "תעבור ל" changes.
  if (part.verb && /עבור$/.test(part.text) && spoken.tokens.slice(at + 1, at + 4).includes('על')) return false;
  // "ותוסיף גם": an order that goes on from what was said before.
  if (part.verb === 'form') return token === part.text || token === `ו${part.text}`;
  if (part.verb) return token === part.text && at === 0;
  for (const form of forms) if (part.isStem ? form.startsWith(part.text) : form === part.text) return true;
  return false;
};

/** In "תן לי כמה רעיונות" the word asks nothing: it says "a few". After a preposition it asks: "על כמה…". */
const isSeveral = ({ tokens, q }: Spoken, at: number): boolean =>
  at > 0 && !q && !['על', 'עמ', 'אז', 'של'].includes(tokens[at - 1] ?? '') && /(ימ|ות)$/.test(tokens[at + 1] ?? '');

/** A mistyped word of the tables. Any ending may follow a stem. */
export const isSlip = (token: string, { text, isStem }: Part): boolean => {
  if (!isStem) return isSlipOf(token, text);
  if (text.length < 6) return false;
  return [0, 1, -1].some((more) => {
    const start = token.slice(0, text.length + more);
    return start.length === text.length + more && isSlipOf(start, text);
  });
};
