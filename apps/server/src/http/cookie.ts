import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Proof } from '../caller.ts';

const daySeconds = 24 * 60 * 60;

/** Under which name a browser asked: over HTTPS under the public one, or on this machine. */
export type Place = 'public' | 'loopback';

type CookieProof = Extract<Proof, { via: 'cookie' }>;

export type Cookies = {
  /** The whole `Set-Cookie` value of a sign-in. */
  readonly issue: (session: string, place: Place, days: number) => string;
  /** What the `Cookie` header of a request proves; whether that sign-in still counts is not said by it. */
  readonly read: (header: string | undefined, place: Place) => CookieProof | undefined;
};

/** A cookie is the id of a sign-in and a signature over it: a restart keeps them all, a new key ends them all. */
export const createCookies = (key: Uint8Array): Cookies => {
  // Browsers share cookies between the ports of a host: without its own name, each installation would sign the other out.
  const own = `atelier_${createHash('sha256').update('cookie-name').update(key).digest('hex').slice(0, 12)}`;
  // `__Host-`: no sibling of the public name can set it, and none gets to see it.
  const nameAt = (place: Place) => (place === 'public' ? `__Host-${own}` : own);
  const sign = (text: string) => createHmac('sha256', key).update(`session:${text}`).digest('base64url');

  const readValue = (value: string): CookieProof | undefined => {
    const parts = value.split('.');
    const signature = parts.pop() ?? '';
    const [session = '', issuedAt, generation] = parts;
    if (session === '' || !sameText(signature, sign(parts.join('.')))) return undefined;
    if (parts.length === 1) return { via: 'cookie', session };
    if (parts.length !== 3) return undefined;
    return { via: 'cookie', session, legacy: { issuedAt: Number(issuedAt), generation: Number(generation) } };
  };

  return {
    issue: (session, place, days) => {
      const secure = place === 'public' ? '; Secure' : '';
      const maxAge = days * daySeconds;
      return `${nameAt(place)}=${session}.${sign(session)}; Path=/; HttpOnly; SameSite=Strict${secure}; Max-Age=${maxAge}`;
    },
    read: (header, place) => {
      for (const value of cookieValues(header, nameAt(place))) {
        const proof = readValue(value);
        if (proof) return proof;
      }
      return undefined;
    },
  };
};

/** Compares in a time that does not depend on where the two differ. */
export const sameText = (left: string, right: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
};

const cookieValues = (header: string | undefined, name: string): readonly string[] =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
