import type { Role } from '@atelier/contracts';

/** Who asks. Set by the server from what the request proves, never taken from its parameters. */
export type Caller = {
  /** `usr_…`, or `local` for whoever holds a link or the install token of this machine. */
  readonly person: string;
  /** In the whole installation. What a person may do in one project comes on top of it. */
  readonly role: Role;
  readonly via: 'cookie' | 'bearer';
};

/** What a request proved about its sender, before anybody is known by it. */
export type Proof = { readonly via: 'cookie'; readonly session: string } | { readonly via: 'bearer' };

/** Knows people by what they prove; undefined for somebody who may no longer come in. */
export type People = { readonly callerOf: (proof: Proof) => Caller | undefined };

/** One person, on one machine: whoever is signed in may do everything. */
export const onlyLocal: People = { callerOf: ({ via }) => ({ person: 'local', role: 'admin', via }) };
