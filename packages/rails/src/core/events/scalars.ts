import { z } from 'zod';
import type { Digest, Id, IdPrefix } from '../ids.ts';
import { isId } from '../ids.ts';
import { utf8Bytes } from '../text.ts';

export const idOf = <P extends IdPrefix>(prefix: P) =>
  z.custom<Id<P>>((value) => typeof value === 'string' && isId(prefix, value), `must be a ${prefix}_ id`);

export const digest = z.custom<Digest>(
  (value) => typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value),
  'must be sha256: and 64 hex digits',
);

export const textUpTo = (bytes: number) =>
  z.string().refine((text) => utf8Bytes(text) <= bytes, `must be at most ${bytes} bytes of UTF-8`);
