import { normalise, tokensOf, variantsOf } from '../language/normalise.ts';
import { addressFrames, asking, greetings, requestFrames } from './lexicon.ts';

/** A message as the router hears it: without its greeting, and with what its opening says about it. */
export type Spoken = {
  readonly tokens: readonly string[];
  readonly forms: readonly ReadonlySet<string>[];
  /** Has a question mark. */
  readonly q: boolean;
  /** Opens with a word that asks. */
  readonly opens: boolean;
  /** Opens as a request: "can you…", "אפשר ל…", "בוא…". */
  readonly request: boolean;
};

export const readMessage = (text: string): Spoken => {
  const { tokens, request } = unframed(tokensOf(text));
  const opens = asks.has(tokens[0] ?? '');
  return {
    tokens,
    forms: tokens.map((token) => new Set(variantsOf(token).flatMap(withPlural))),
    q: /[?؟]/.test(text),
    opens,
    // "can you tell me how much": what follows asks, so nothing is to be done.
    request: request && !opens,
  };
};

/** What is said, without its greeting and what makes a request of it. */
export const frameless = (tokens: readonly string[]): readonly string[] => unframed(tokens).tokens;

const unframed = (all: readonly string[]): { readonly tokens: readonly string[]; readonly request: boolean } => {
  let tokens = all;
  let request = false;
  for (let cut = true; cut; ) {
    const greeting = tokens.length > 1 && greeted.has(tokens[0] ?? '') ? 1 : 0;
    const framed = frameLength(tokens, requests);
    const addressed = frameLength(tokens, addresses);
    const length = Math.max(greeting, framed, addressed);
    cut = length > 0;
    if (framed > 0 && framed >= addressed) request = true;
    tokens = tokens.slice(length);
  }
  return { tokens, request };
};

/** "שלבי עבודה" are "שלבים". */
const withPlural = (token: string): readonly string[] => (/^[א-ת]{3,}י$/.test(token) ? [token, `${token}מ`] : [token]);

/** "נפרק" asks for the same as "תפרק": who does it makes no difference to what is to be done. */
const together = (token: string): string => (/^נ[א-ת]{3,}$/.test(token) ? `ת${token.slice(1)}` : token);

export const says = ({ forms }: Spoken, list: ReadonlySet<string>): boolean =>
  forms.some((variants) => [...variants].some((each) => list.has(each) || list.has(together(each))));

/** Stands bare, or with an article: "בהצעה", "מההצעה" and "לתוכנית" are where something goes, not what is made. */
export const saysItself = ({ tokens }: Spoken, list: ReadonlySet<string>): boolean =>
  tokens.some((token) => list.has(token) || (/^[הו]/.test(token) && list.has(token.replace(/^(?:וה|ה|ו)/, ''))));

export const holdsPhrase = (tokens: readonly string[], phrases: readonly (readonly string[])[]): boolean =>
  phrases.some((phrase) => tokens.some((_, from) => phrase.every((word, at) => tokens[from + at] === word)));

export const saysPhrase = ({ tokens }: Spoken, phrases: readonly (readonly string[])[]): boolean =>
  holdsPhrase(tokens, phrases);

const greeted = new Set(tokensOf(greetings));
const asks = new Set(tokensOf(asking));
export const phrasesOf = (list: string): readonly (readonly string[])[] =>
  list.split(',').map((frame) => normalise(frame).split(' '));
const requests = phrasesOf(requestFrames);
const addresses = phrasesOf(addressFrames);

/** A message without what makes a request of it: "אפשר להחיל" is "להחיל". */
export const withoutRequest = (tokens: readonly string[]): readonly string[] =>
  tokens.slice(frameLength(tokens, requests));

/** The longest frame the message opens with, as long as something follows it. */
const frameLength = (tokens: readonly string[], frames: readonly (readonly string[])[]): number =>
  Math.max(
    0,
    ...frames
      .filter((frame) => frame.length < tokens.length && frame.every((word, at) => tokens[at] === word))
      .map((frame) => frame.length),
  );
