import { randomBytes } from 'node:crypto';
import { sha256 } from '@atelier/kernel/adapters';

const lifeMs = 24 * 60 * 60 * 1000;
const mostAtOnce = 64;

/** What a token is good for. `unknown` is also one from before the server was started. */
export type Redeemed = 'good' | 'used' | 'expired' | 'unknown';

export type Links = {
  readonly create: () => { readonly token: string; readonly expiresAt: number };
  /** `good` once per token, and never after it expired. */
  readonly redeem: (token: string) => Redeemed;
};

type Link = { readonly expiresAt: number; readonly used: boolean };

/** Single-use tokens, kept only in memory and only as digests: a restart forgets them, `atelier link` makes another. */
export const createLinks = (now: () => number): Links => {
  const linkByDigest = new Map<string, Link>();
  // A used one is kept only to say so: it is the first to go.
  const leastWanted = () => {
    const digests = [...linkByDigest.keys()];
    return digests.find((digest) => linkByDigest.get(digest)?.used) ?? digests[0];
  };
  return {
    create: () => {
      const token = randomBytes(24).toString('base64url');
      const expiresAt = now() + lifeMs;
      if (linkByDigest.size >= mostAtOnce) linkByDigest.delete(leastWanted() ?? '');
      linkByDigest.set(sha256(token), { expiresAt, used: false });
      return { token, expiresAt };
    },
    redeem: (token) => {
      const digest = sha256(token);
      const link = linkByDigest.get(digest);
      if (link === undefined) return 'unknown';
      if (link.used) return 'used';
      if (now() >= link.expiresAt) return 'expired';
      linkByDigest.set(digest, { ...link, used: true });
      return 'good';
    },
  };
};
