import type { SentPart } from '@atelier/contracts';
import type { ContextItem } from '../context/items.ts';
import { tokensOf } from './budget.ts';
import { bodyOf, type PromptFile, rowOf, type Shown } from './manifest.ts';

type SentFile = Extract<SentPart, { readonly what: 'file' }>;

const wayOf: Readonly<Record<Shown['as'], SentFile['as']>> = { inlined: 'whole', mapped: 'outline', more: 'row' };

/** What a prompt says of a file, how much that is, and why it is not more. */
export const sentFile = (file: PromptFile, shown: Shown): SentFile => {
  const { path, sizeBytes: bytes, unavailable, hides } = file;
  const tokens = tokensOf(rowOf(file, shown)) + tokensOf(bodyOf(file, shown) ?? '');
  const withheld = hides?.isWithheld ? { withheld: hides.places } : {};
  if (unavailable !== undefined)
    return { what: 'file', path, bytes, tokens, as: 'row', because: 'unreadable', reason: unavailable, ...withheld };
  return { what: 'file', path, bytes, tokens, as: wayOf[shown.as], because: whyNotMore(shown), ...withheld };
};

const whyNotMore = (shown: Shown): SentFile['because'] => {
  if (shown.as === 'more') return 'no_room';
  return shown.as === 'mapped' && shown.level > 0 ? 'shortened' : null;
};

export const sentContext = ({ category, text }: ContextItem): SentPart => ({
  what: 'context',
  name: category,
  tokens: tokensOf(text),
});
