import { tokensOf, variantsOf } from '../language/normalise.ts';
import data from './learned.json' with { type: 'json' };
import { routes } from './lexicon.ts';
import { hear } from './mood.ts';
import { readMessage } from './read.ts';
import type { Stage } from './score.ts';

/** Where the examples went: a route, or nowhere before somebody was asked. */
export const outcomes = [...routes, 'AMB'] as const;
type Outcome = (typeof outcomes)[number];

/** How likely each outcome is, as far as the examples tell. They add up to one. */
export type Opinion = Readonly<Record<Outcome, number>>;

/** A weight for each sign and outcome. Signs share their places: which one a sign has, its letters say. */
export const places = 8_192;

/** What a message shows of itself: its words, pieces of them, and how it is meant. */
export const signsOf = (
  message: string,
  { stage, hasDraft }: { readonly stage: Stage; readonly hasDraft: boolean },
): readonly number[] => {
  const signs = new Set<string>([`stage ${stage}`]);
  const heard = hear(message);
  const spoken = readMessage(heard.text);
  signs.add(`mood ${heard.mood}`);
  for (const [sign, stands] of Object.entries({
    hasDraft,
    q: spoken.q,
    opens: spoken.opens,
    request: spoken.request,
    isGuarded: heard.isGuarded,
    isHearsay: heard.isHearsay,
  }))
    if (stands) signs.add(sign);

  const words = tokensOf(message).map((word) => (/^\d/.test(word) ? '#' : word));
  words.forEach((word, at) => {
    signs.add(`${words[at - 1] ?? ''} ${word}`);
    for (const form of variantsOf(word)) signs.add(form);
    if (word === '#') return;
    const ended = `^${word}$`;
    for (const length of [3, 4])
      for (let from = 0; from + length <= ended.length; from += 1) signs.add(`~${ended.slice(from, from + length)}`);
    if (at === 0) for (const length of [2, 3, 4]) signs.add(`>${ended.slice(0, length)}`);
  });
  return [...new Set([...signs].map(placeOf))];
};

/** FNV-1a: spreads any letters over the places. */
const placeOf = (sign: string): number => {
  let hash = 2_166_136_261;
  for (let at = 0; at < sign.length; at += 1) hash = Math.imul(hash ^ sign.charCodeAt(at), 16_777_619);
  return (hash >>> 0) % places;
};

export type Packed = { readonly scale: number; readonly weights: string };

/** Each weight is a byte, from -127 to 127 times the scale. */
export const weightsIn = ({ scale, weights }: Packed): Float64Array =>
  Float64Array.from(atob(weights), (letter) => (((letter.charCodeAt(0) << 24) >> 24) * scale) / 127);

const learned = weightsIn(data);

export const opinionOf = (signs: readonly number[], weights: Float64Array = learned): Opinion => {
  const share = 1 / Math.sqrt(signs.length);
  const sums = outcomes.map((_, nth) =>
    signs.reduce((sum, place) => sum + (weights[place * outcomes.length + nth] ?? 0) * share, 0),
  );
  const most = Math.max(...sums);
  const parts = sums.map((sum) => Math.exp(sum - most));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return Object.fromEntries(outcomes.map((outcome, nth) => [outcome, (parts[nth] ?? 0) / whole])) as Opinion;
};
