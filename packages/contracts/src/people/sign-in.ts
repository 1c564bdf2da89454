import { ErrorEnvelope } from '@atelier/kernel/core';
import { z } from 'zod';
import { roles } from '../roles.ts';

/** POST `{json: {token}}`: what the token behind `#` offers. Spends nothing. */
export const offerPath = '/sign-in/offer';
/** POST `{json: {token, name?}}`: spends it, once, and signs this browser in. */
export const signInPath = '/sign-in';
/** The page that shows an offer; the token stands behind `#`, so that no server and no proxy gets to see it. */
export const joinPath = '/join';

export const signInCodes = [
  'LINK_UNKNOWN',
  'LINK_USED',
  'LINK_EXPIRED',
  'SIGNED_IN_AS_ANOTHER',
  'NAME_NEEDED',
  'STORE_BUSY',
  'STORE_UNHEALTHY',
] as const;
export type SignInCode = (typeof signInCodes)[number];

const Title = z.object({ he: z.string().optional(), en: z.string().optional() });

export const SignInOffer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('invitation'),
    /** Null while the one who invites has no name. */
    by: z.string().nullable(),
    role: z.enum(roles),
    projects: z.array(z.object({ title: Title, role: z.enum(['viewer', 'editor', 'owner']) })),
    expiresAt: z.string(),
  }),
  z.object({
    kind: z.literal('link'),
    /** Whom it signs in. */
    name: z.string().nullable(),
    /** An admin made it for that person. */
    recoveryBy: z.string().nullable().optional(),
    expiresAt: z.string(),
  }),
]);
export type SignInOffer = z.infer<typeof SignInOffer>;

const refused = z.object({ ok: z.literal(false), error: ErrorEnvelope });
export const OfferReply = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    value: z.object({
      offer: SignInOffer,
      /** Who this browser is signed in as; absent for nobody. */
      signedInAs: z.object({ name: z.string().nullable(), isSame: z.boolean() }).optional(),
    }),
  }),
  refused,
]);
export const SignInReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.object({}) }),
  refused,
]);
