import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const daySeconds = 24 * 60 * 60;

/** Which sign-ins count now; the server keeps one of these. */
type SignIns = {
  readonly days: () => number;
  readonly generation: () => number;
  readonly isGood: (signIn: { readonly issuedAt: number; readonly generation: number }) => boolean;
};

export type Cookies = {
  readonly name: string;
  /** The whole `Set-Cookie` value of a new sign-in. */
  readonly issue: () => string;
  /** The session that the `Cookie` header of a request carries, if it is a sign-in of ours that has not ended. */
  readonly read: (header: string | undefined) => string | undefined;
};

/** Sign-ins are signed, not stored: a restart keeps them all; a new key or a new generation ends them all. */
export const createCookies = (key: Uint8Array, signIns: SignIns, now: () => number = Date.now): Cookies => {
  // Browsers share cookies between the ports of a host: without its own name, each installation would sign the other out.
  const name = `atelier_${createHash('sha256').update('cookie-name').update(key).digest('hex').slice(0, 12)}`;
  const sign = (id: string) => createHmac('sha256', key).update(`session:${id}`).digest('base64url');
  return {
    name,
    issue: () => {
      const signIn = [randomBytes(18).toString('base64url'), now(), signIns.generation()].join('.');
      const maxAge = signIns.days() * daySeconds;
      return `${name}=${signIn}.${sign(signIn)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}`;
    },
    read: (header) => {
      const good = cookieValues(header, name).find((value) => {
        const [id = '', issuedAt, generation, signature = '', ...rest] = value.split('.');
        if (id === '' || rest.length > 0 || !sameText(signature, sign(`${id}.${issuedAt}.${generation}`))) return false;
        return signIns.isGood({ issuedAt: Number(issuedAt), generation: Number(generation) });
      });
      return good?.split('.')[0];
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
