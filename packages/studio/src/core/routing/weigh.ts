import { distance } from '../language/distance.ts';
import { tokensOf } from '../language/normalise.ts';
import { formsOf } from '../language/verbs.ts';
import {
  also,
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

const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));
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
    const of = (weight: Weight): readonly Entry[] => lexicon[route][weight].split(',').flatMap(entryOf);
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
};

/** What the words of a message weigh for each route. A word that was mistyped weighs a quarter less. */
export const evidence = (spoken: Spoken): Evidence => {
  const isUnknown = spoken.forms.map((forms) => ![...forms].some(isListed));
  const opening = new Set<Route>();
  const strong = new Set<Route>();
  const stands = (entry: Entry, from: number): boolean => entry.every((part, at) => fits(spoken, from + at, part));
  const isMistyped = ([part, ...more]: Entry, at: number): boolean =>
    part !== undefined && more.length === 0 && isUnknown[at] === true && isSlip(spoken.tokens[at] ?? '', part);

  const weighed = (route: Route, weight: Weight): number => {
    const found: number[] = [];
    for (const entry of compiled[route][weight]) {
      const at = spoken.tokens.findIndex((_, from) => stands(entry, from));
      if (at === 0) opening.add(route);
      if (at >= 0 && weight === 3) strong.add(route);
      if (at >= 0) found.push(1);
      else if (weight > 1 && spoken.tokens.some((_, from) => isMistyped(entry, from))) found.push(0.75);
    }
    return found
      .sort((a, b) => b - a)
      .slice(0, 2)
      .reduce((sum, each) => sum + each * weight, 0);
  };
  const scores = Object.fromEntries(
    routes.map((route) => [route, weighed(route, 1) + weighed(route, 2) + weighed(route, 3)]),
  ) as Record<Route, number>;
  return { scores, strongQA: weighed('QA', 2) + weighed('QA', 3) > 0, strong, opening };
};

const fits = (spoken: Spoken, at: number, part: Part): boolean => {
  const forms = spoken.forms[at];
  if (!forms || (part.text === 'כמה' && isSeveral(spoken, at))) return false;
  const token = spoken.tokens[at] ?? '';
  // "ותוסיף גם": an order that goes on from what was said before.
  if (part.verb === 'form') return token === part.text || token === `ו${part.text}`;
  if (part.verb) return token === part.text && at === 0;
  for (const form of forms) if (part.isStem ? form.startsWith(part.text) : form === part.text) return true;
  return false;
};

/** In "תן לי כמה רעיונות" the word asks nothing: it says "a few". After a preposition it asks: "על כמה…". */
const isSeveral = ({ tokens, q }: Spoken, at: number): boolean =>
  at > 0 && !q && !['על', 'עמ', 'אז', 'של'].includes(tokens[at - 1] ?? '');

/** One slip in a word of five letters or more: swapped, missing, doubled or neighbouring letters. */
export const isSlip = (token: string, { text, isStem }: Part): boolean => {
  if (isStem || token.length < 5 || text.length < 5 || Math.abs(token.length - text.length) > 1) return false;
  return distance(token, text) === 1;
};
