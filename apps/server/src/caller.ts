import { AsyncLocalStorage } from 'node:async_hooks';
import type { Role } from '@atelier/contracts';

/** Who asks. Set by the server from what the request proves, never taken from its parameters. */
export type Caller = {
  /** `usr_…`, or `local` for the owner of this machine. */
  readonly person: string;
  /** In the whole installation. What a person may do in one project comes on top of it. */
  readonly role: Role;
  readonly via: 'cookie' | 'bearer';
  /** The sign-in of this browser, where it is on record. */
  readonly session?: string;
  /** The token of an agent of this person. */
  readonly token?: string;
  /** What is written beside the person in every event: an agent's token, or the admin's link this sign-in goes back to. */
  readonly mark?: string;
};

/** What a request proved about its sender, before anybody is known by it. */
export type Proof =
  | {
      readonly via: 'cookie';
      readonly session: string;
      /** Signed before sign-ins were on record. */
      readonly legacy?: { readonly issuedAt: number; readonly generation: number };
    }
  | { readonly via: 'bearer'; readonly token: 'install' | { readonly digest: string } };

/** Knows people by what they prove; undefined for somebody who may no longer come in. */
export type People = {
  readonly callerOf: (proof: Proof) => Promise<Caller | undefined>;
  /** Whether somebody who came in may stay, as the same person with the same role. */
  readonly isStill: (caller: Caller) => boolean;
};

/** Thrown where somebody turns out to have been shut out, or given another role, since their request came in. */
export class NoLongerIn extends Error {
  constructor() {
    super('whoever asked may no longer come in as they did');
  }
}

const asking = new AsyncLocalStorage<Caller>();

/** Does work for somebody: what it leads to, a run that goes on after the answer included, is written as done by them. */
export const askedBy = <T>(caller: Caller, work: () => T): T => asking.run(caller, work);

export const personOfAsker = (): string | undefined => asking.getStore()?.person;

export const markOfAsker = (): string | undefined => asking.getStore()?.mark;
