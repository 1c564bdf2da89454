import { canonical } from '../canonical.ts';
import type { Sha256 } from '../crypto.ts';
import { utf8 } from '../ids.ts';
import type { Bundle } from './bundle.ts';

/** Keys and signatures are base64url, as they stand in the bundle. */
export type VerifySignature = (bytes: Uint8Array, publicKey: string, value: string) => boolean;

export type SignedBy =
  | { readonly kind: 'this_installation' | 'other_installation'; readonly fingerprint: string }
  | { readonly kind: 'nobody' };

/** All but the signature. The parts themselves are sworn to by their digests. */
export const signedBytes = ({ signature: _, session, ...rest }: Bundle): Uint8Array =>
  utf8(canonical({ ...rest, sessionId: session.sessionId }));

/** Short enough to be read out to whoever exported it. */
export const fingerprintOf = (sha256: Sha256, publicKey: string): string =>
  (sha256(publicKey).slice(0, 16).match(/.{4}/g) ?? []).join('-');
