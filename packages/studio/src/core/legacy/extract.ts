import type { Json } from '@atelier/kernel/core';
import type { Fact, LegacyConversation } from '../domain/index.ts';
import { readColour, readColourCode } from '../language/colours.ts';
import { tokensOf, variantsOf } from '../language/normalise.ts';
import { readDate } from '../offline/dates.ts';
import { countAt, lex, type Piece } from '../offline/lex.ts';
import { itemNamed } from '../offline/lines-named.ts';
import { isMoney, readSizes } from '../offline/sizes.ts';
import type { FactProposal } from '../questions/facts.ts';
import { catalogue } from '../recipes/catalogue.ts';
import { recipeNamed } from '../recipes/make.ts';
import { isKnownWord } from '../scope/known-words.ts';
import { resolveMention } from '../scope/resolve.ts';
import type { ScopeElement } from '../scope/scope.ts';

/** Where a fact was found, so that a person can look it up. */
export type FoundFact = FactProposal & { readonly message: number; readonly quote: string };

export type ExtractFacts = {
  readonly projectId: string;
  readonly elements: readonly ScopeElement[];
  /** Days without a year are read from here. */
  readonly today: string;
  /** Under which the conversation is kept. */
  readonly conversationId: string;
};

const mostFacts = 200;

/**
 * What an old conversation seems to say: days, sums, sizes, colours, numbers of people, materials and elements. All of
 * it is proposed, each with the message it comes from; nothing in a conversation is an instruction.
 */
export const extractFacts = (conversation: LegacyConversation, facts: ExtractFacts): readonly FoundFact[] => {
  const found: FoundFact[] = [];
  const seen = new Set<string>();
  conversation.messages.forEach(({ role, text }, message) => {
    if (role === 'system') return;
    for (const sentence of sentencesOf(text))
      for (const fact of factsIn(sentence, facts)) {
        const key = JSON.stringify([fact.subject, fact.key, fact.value]);
        if (seen.has(key) || found.length >= mostFacts) continue;
        seen.add(key);
        found.push({
          ...fact,
          source: { kind: 'legacy', ref: `${facts.conversationId}#${message}` },
          confidence: role === 'user' ? 600 : 400,
          message,
          quote: sentence.slice(0, 200),
        });
      }
  });
  return found;
};

const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/\n|(?<=[^\d])[.!?](?=\s|$)/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .slice(0, 200);

type Bare = Pick<FoundFact, 'subject' | 'key' | 'value' | 'text'>;

const guestWords = new Set(tokensOf('guests people attendees visitors אורחים אנשים משתתפים איש מוזמנים'));
const dayKeys: readonly (readonly [ReadonlySet<string>, string])[] = [
  [new Set(tokensOf('install installation setup הקמה התקנה')), 'installStart'],
  [new Set(tokensOf('strike teardown פירוק')), 'strikeEnd'],
  [new Set(tokensOf('event show launch אירוע השקה כנס')), 'eventDate'],
];

const factsIn = (sentence: string, { projectId, elements, today }: ExtractFacts): readonly Bare[] => {
  const pieces = lex(sentence);
  const tokens = pieces.map(({ text }) => text);
  const mention = resolveMention(
    tokens,
    elements.map(({ id, name, aliases }) => ({
      id,
      names: [name.he, name.en, ...aliases].flatMap((each) => each ?? []),
    })),
    isKnownWord,
  );
  // A sentence about two elements does not say which of them is blue.
  const elementId = mention.kind === 'found' && mention.ids.length === 1 ? mention.ids[0] : undefined;
  const project: Fact['subject'] = { kind: 'project', id: projectId };
  const subject: Fact['subject'] = elementId ? { kind: 'element', id: elementId } : project;
  const text = textOf(sentence);
  const fact = (of: Fact['subject'], key: string, value: Json): Bare => ({ subject: of, key, value, text });
  const found: Bare[] = [];

  const date = datedIn(pieces, today);
  if (date) found.push(fact(project, keyOfDay(tokens) ?? 'date', date));
  pieces.forEach((piece, at) => {
    if (isMoney(pieces, at))
      found.push(
        fact(subject, elementId ? 'element.cost' : 'budget', Math.round(piece.milli * thousandsAt(pieces, at)) / 10),
      );
    else if (countAt(piece) !== undefined && isGuests(pieces[at + 1]))
      found.push(fact(project, 'guests', countAt(piece) ?? 0));
  });
  const { dims } = readSizes(
    pieces.filter(({ kind }) => kind !== 'date'),
    false,
  );
  const isSized = /מטר|ס״מ|סמ|ס"מ|\bcm\b|\bmm\b|\bm\b|met(er|re)|×|רוחב|גובה|עומק|width|height|depth/i.test(sentence);
  if (isSized && !pieces.some((_, at) => isMoney(pieces, at)))
    for (const [axis, mm] of Object.entries(dims))
      found.push(fact(subject, elementId ? `element.${axis.replace('Mm', '')}` : axis.replace('Mm', ''), mm));
  const colour = colourIn(tokens) ?? readColourCode(sentence);
  if (colour) found.push(fact(subject, elementId ? 'element.color' : 'brand', colour.hex ?? colour.name.en ?? ''));
  const item = itemNamed(tokens);
  // In Hebrew one word is both paint and colour.
  if (item && !(colour && item.sku === 'paint-acrylic'))
    found.push(fact(subject, elementId ? 'element.material' : 'material', catalogue[item.sku].label.en ?? item.sku));
  if (!elementId && mention.kind === 'none') {
    const recipe = recipeNamed(sentence);
    if (recipe) found.push(fact(project, 'element', recipe.name.he ?? recipe.name.en ?? recipe.id));
  }
  return found;
};

const textOf = (sentence: string): { readonly he: string } | { readonly en: string } => {
  const short = sentence.slice(0, 500);
  return /[\u05d0-\u05ea]/.test(short) ? { he: short } : { en: short };
};

const datedIn = (pieces: readonly Piece[], today: string): string | undefined => {
  // Sizes like 2.4 look like days; only what is written as a date or with a month counts here.
  const isDate =
    pieces.some(({ kind }) => kind === 'date') ||
    pieces.some(
      ({ text }) =>
        /^(ב)?(ינואר|פברואר|מרצ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)$/.test(text) ||
        /^(january|february|march|april|june|july|august|september|october|november|december)$/.test(text),
    );
  if (!isDate) return undefined;
  const read = readDate(pieces, today);
  return read?.kind === 'on' ? read.date : undefined;
};

const keyOfDay = (tokens: readonly string[]): string | undefined =>
  dayKeys.find(([words]) => tokens.some((token) => variantsOf(token).some((form) => words.has(form))))?.[1];

const isGuests = (piece: Piece | undefined): boolean =>
  piece?.kind === 'word' && variantsOf(piece.text).some((form) => guestWords.has(form));

/** "40 אלף שקל". */
const thousandsAt = (pieces: readonly Piece[], at: number): number =>
  ['אלפ', 'k', 'thousand'].includes(pieces[at + 1]?.text ?? '') ? 1_000 : 1;

const colourIn = (tokens: readonly string[]) => {
  for (const at of tokens.keys()) {
    const found = readColour(tokens, at);
    if (found) return found.colour;
  }
  return undefined;
};
