import { randomBytes } from 'node:crypto';
import { sha256 } from '@atelier/kernel/adapters';

/** What is handed out once; only its digest is ever written down. 192 bits: nobody guesses one, so nobody is slowed down. */
export const newSecret = (prefix = ''): { readonly token: string; readonly digest: string } => {
  const token = `${prefix}${randomBytes(24).toString('base64url')}`;
  return { token, digest: digestOf(token) };
};

export const digestOf = (token: string): string => sha256(token);

/** Of a person, for an agent that works in their name. */
export const personalPrefix = 'atp_';

export const newSessionId = (): string => randomBytes(18).toString('base64url');
