import { createHash, randomBytes } from 'node:crypto';

const lifeMs = 24 * 60 * 60 * 1000;
const mostAtOnce = 64;

export type Links = {
  readonly create: () => { readonly token: string; readonly expiresAt: number };
  /** True once per token, and never after it expired. */
  readonly redeem: (token: string) => boolean;
};

/** Single-use tokens, kept only in memory and only as digests: a restart forgets them, `atelier link` makes another. */
export const createLinks = (now: () => number): Links => {
  const expiryByDigest = new Map<string, number>();
  const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    create: () => {
      const token = randomBytes(24).toString('base64url');
      const expiresAt = now() + lifeMs;
      expiryByDigest.set(digestOf(token), expiresAt);
      const [oldest] = expiryByDigest.keys();
      if (expiryByDigest.size > mostAtOnce && oldest !== undefined) expiryByDigest.delete(oldest);
      return { token, expiresAt };
    },
    redeem: (token) => {
      const digest = digestOf(token);
      const expiresAt = expiryByDigest.get(digest);
      expiryByDigest.delete(digest);
      return expiresAt !== undefined && now() < expiresAt;
    },
  };
};
