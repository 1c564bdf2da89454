import { z } from 'zod';
import { roles } from '../roles.ts';

/** The stream that says who may come in. What is in it is asked for; following it tells when to ask again. */
export const peopleStream = 'people';

/** The first person of an installation: whoever runs the machine. */
export const ownerId = 'local';

const When = z.string();

/** How a sign-in is told from another: the kind of browser and system, never an address. */
export const SignInDevice = z.object({
  browser: z.enum(['chrome', 'edge', 'firefox', 'safari', 'other']),
  system: z.enum(['windows', 'mac', 'linux', 'android', 'ios', 'other']),
});
export type SignInDevice = z.infer<typeof SignInDevice>;

export const PersonView = z.object({
  userId: z.string(),
  /** Null for an owner who gave none, and for whoever was forgotten. */
  name: z.string().nullable(),
  role: z.enum(roles),
  state: z.enum(['active', 'disabled', 'forgotten']),
  since: When.nullable(),
});
export type PersonView = z.infer<typeof PersonView>;

export const SignInView = z.object({
  signInId: z.string(),
  device: SignInDevice,
  begunAt: When,
  /** To the day. */
  seenAt: When,
  /** The browser that asks. */
  isThis: z.boolean(),
  /** An admin's link let it in. */
  isRecovery: z.boolean(),
});
export type SignInView = z.infer<typeof SignInView>;

export const TokenView = z.object({
  tokenId: z.string(),
  label: z.string(),
  madeAt: When,
  expiresAt: When,
  isExpired: z.boolean(),
  /** Made in a browser that an admin's link let in. */
  isRecovery: z.boolean(),
});
export type TokenView = z.infer<typeof TokenView>;

/** An admin made a link that signs in as this person: shown for ever. */
export const RecoveryView = z.object({ linkId: z.string(), by: z.string(), madeAt: When, spentAt: When.nullable() });
export type RecoveryView = z.infer<typeof RecoveryView>;

export const ProjectGrantView = z.strictObject({
  projectId: z.string().min(1).max(80),
  role: z.enum(['viewer', 'editor', 'owner']),
});
export type ProjectGrantView = z.infer<typeof ProjectGrantView>;

export const InvitationView = z.object({
  inviteId: z.string(),
  role: z.enum(roles),
  projects: z.array(ProjectGrantView),
  by: z.string(),
  madeAt: When,
  expiresAt: When,
  state: z.enum(['open', 'expired', 'used']),
});
export type InvitationView = z.infer<typeof InvitationView>;
