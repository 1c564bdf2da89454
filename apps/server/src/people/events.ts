import { createEventReader, roles } from '@atelier/contracts';
import { z } from 'zod';

/** The stream that says who may come in: people, their browsers and their agents. */
export const peopleStream = 'people';

/** The first person: whoever runs this machine. Needs no event, so that one person never signs up. */
export const owner = 'local';

const UserId = z.string().min(1).max(80);
const Id = z.string().min(1).max(80);
const Digest = z.string().regex(/^[0-9a-f]{64}$/);
/** Where a text about a person is. Never the text itself: the log is for ever, and a name can be forgotten. */
const TextRef = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const Role = z.enum(roles);
const When = z.iso.datetime();
const by = UserId;
/** The sign-in by an admin's link, or the token of an agent, that was used for it. */
const via = Id.optional();

export const Device = z.object({
  browser: z.enum(['chrome', 'edge', 'firefox', 'safari', 'other']),
  system: z.enum(['windows', 'mac', 'linux', 'android', 'ios', 'other']),
});
export type Device = z.infer<typeof Device>;

/** `device` adds a browser of the one who made it; `owner` is made on the machine; `recovery` by an admin for another. */
export const linkPurposes = ['device', 'owner', 'recovery'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export const ProjectGrant = z.object({ projectId: Id, role: z.enum(['viewer', 'editor', 'owner']) });
export type ProjectGrant = z.infer<typeof ProjectGrant>;

const event = <Kind extends string, Shape extends z.core.$ZodLooseShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), data: z.object(shape) });

/** Written events are for ever: add an optional field or a new kind, never a new meaning. */
export const PeopleEvent = z.discriminatedUnion('kind', [
  event('invite.made', {
    inviteId: Id,
    digest: Digest,
    role: Role,
    projects: z.array(ProjectGrant).max(50),
    expiresAt: When,
    by,
    via,
  }),
  event('invite.withdrawn', { inviteId: Id, by, via }),
  /** Spends the invitation. */
  event('person.joined', { userId: UserId, name: TextRef, role: Role, inviteId: Id }),
  event('person.renamed', { userId: UserId, name: TextRef, by, via }),
  event('person.role_set', { userId: UserId, role: Role, by, via }),
  event('person.disabled', { userId: UserId, by, via }),
  event('person.enabled', { userId: UserId, by, via }),
  /** Disabled for good, and the name deleted. */
  event('person.forgotten', { userId: UserId, by, via }),
  event('link.made', {
    linkId: Id,
    digest: Digest,
    userId: UserId,
    purpose: z.enum(linkPurposes),
    expiresAt: When,
    by,
    via,
    /** The sign-in it was made in: when that one ends, so does the link. */
    session: Id.optional(),
    /** How often everybody had been signed out by then. */
    generation: z.int().nonnegative().optional(),
  }),
  event('link.spent', { linkId: Id }),
  /** `generation`: how often everybody had been signed out by then. `via`: the recovery link it goes back to. */
  event('session.begun', { sessionId: Id, userId: UserId, device: Device, generation: z.int().nonnegative(), via }),
  /** At most once a day. */
  event('session.seen', { sessionId: Id }),
  event('session.ended', { sessionId: Id, by, via }),
  /** All of one person, but for the one they sit at. */
  event('sessions.ended', { userId: UserId, except: Id.optional(), by, via }),
  event('token.made', { tokenId: Id, userId: UserId, digest: Digest, label: TextRef, expiresAt: When, via }),
  event('token.revoked', { tokenId: Id, by, via }),
]);
export type PeopleEvent = z.infer<typeof PeopleEvent>;

/** What may be written to stream `people`, and how it is read. */
export const peopleEvents = createEventReader(PeopleEvent);
