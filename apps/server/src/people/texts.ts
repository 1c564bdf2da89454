import { randomBytes } from 'node:crypto';
import type { Blobs } from '@atelier/kernel';
import { createBoundedMap } from '@atelier/kernel/core';
import type { BlobId } from '@atelier/kernel/ports';
import { z } from 'zod';

/** Names and labels: put as content that an event pins, so that they can be deleted, which nothing in the log can. */
export type Texts = {
  readonly put: (text: string) => Promise<BlobId>;
  /** Undefined for one that was let go. */
  readonly get: (ref: string) => Promise<string | undefined>;
};

const Stored = z.object({ text: z.string() });

export const createTexts = (blobs: Pick<Blobs, 'put' | 'get'>): Texts => {
  const known = createBoundedMap<string, string>(500);
  return {
    // Salted: two people of one name must not share one content, and nobody finds out a name by hashing guesses.
    put: (text) => blobs.put(Buffer.from(JSON.stringify({ text, salt: randomBytes(16).toString('base64url') }))),
    get: async (ref) => {
      const cached = known.get(ref);
      if (cached !== undefined) return cached;
      const bytes = await blobs.get(ref as BlobId);
      if (!bytes) return undefined;
      const { text } = Stored.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
      known.set(ref, text);
      return text;
    },
  };
};
