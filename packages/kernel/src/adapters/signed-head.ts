import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalText } from '../core/canonical-json.ts';
import type { Head, KeyTrouble, UnsignedHead } from '../ports/heads.ts';

export const HEAD_KEY_BYTES = 32;
/** Where the key is, among the records of a database. */
export const HEADS_KEY_RECORD = 'heads.key';

/** One spelling of a head, wherever it is kept: a head moves between stores with its signature. */
export const signatureOf = ({ stream, commits, head }: Head, key: Uint8Array): string => {
  const text = canonicalText({ commits, head, stream, v: 1 });
  if (!text.ok) throw new Error('a head is always JSON');
  return createHmac('sha256', key).update(text.value).digest('hex');
};

export const isSignedWith = (head: Head, signature: string, key: Uint8Array): boolean => {
  const right = Buffer.from(signatureOf(head, key), 'hex');
  const found = Buffer.from(signature, 'hex');
  return right.length === found.length && timingSafeEqual(right, found);
};

/** No key to sign with, where one made now would turn every signed head into a forgery. */
export class NoHeadsKey extends Error {
  readonly trouble: KeyTrouble;
  constructor(trouble: KeyTrouble, options?: ErrorOptions) {
    super(
      trouble.kind === 'unreadable'
        ? `the key that signs the heads cannot be read (${trouble.why}); make keys/heads.key readable again`
        : `the key that signed the heads is ${trouble.kind}; restore keys/heads.key from a backup`,
      options,
    );
    this.name = 'NoHeadsKey';
    this.trouble = trouble;
  }
}

export const unsignedFor = (cause: unknown, heads: readonly Pick<Head, 'stream'>[]): readonly UnsignedHead[] =>
  heads.map(({ stream }) => ({
    stream,
    reason: cause instanceof NoHeadsKey ? 'no_key' : 'failed',
    detail: cause instanceof Error ? cause.message : String(cause),
  }));
