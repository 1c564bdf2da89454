import type { Json, JsonObject } from '@atelier/kernel/core';

/** Consent is for these files, to this model of this provider; a change of any of the three asks again. */
export type ConsentTriple = { readonly providerId: string; readonly modelId: string; readonly scopeHash: string };

/** Who agreed, to which files by name, and where: a person who looks at the list later must know what it was about. */
export type ConsentFacts = {
  readonly by?: string | undefined;
  readonly where?: string | undefined;
  readonly files?: readonly { readonly path: string; readonly sizeBytes: number }[] | undefined;
};

export type ConsentState = {
  readonly mode: 'ask' | 'allow_all';
  /** Remembered across restarts. */
  readonly persisted: readonly ConsentTriple[];
  /** Gone when the server stops. */
  readonly session: readonly ConsentTriple[];
};

export const noConsent: ConsentState = { mode: 'ask', persisted: [], session: [] };

export const hasConsent = (state: ConsentState, wanted: ConsentTriple): boolean =>
  state.mode === 'allow_all' || [...state.persisted, ...state.session].some((given) => sameConsent(given, wanted));

export const sameConsent = (a: ConsentTriple, b: ConsentTriple): boolean =>
  a.providerId === b.providerId && a.modelId === b.modelId && a.scopeHash === b.scopeHash;

/** What the scope hash is taken over: the user's own content, sorted; files an AI made from it do not count. */
export const scopeText = (files: readonly { readonly path: string; readonly blob: string }[]): string =>
  files
    .map(({ path, blob }) => `${path}\0${blob}`)
    .toSorted()
    .join('\n');

/** One line of the ledger: that something was sent and how much, never what. */
export type LedgerEntry = {
  /** The same in the entry written before a call and the one after it. */
  readonly callId: string;
  /** What it was for: `run`, `ask`, `compression`, `key_check`, … Surfaces have kinds of their own. */
  readonly kind: string;
  readonly providerId: string;
  readonly modelId: string;
  readonly scopeHash: string | null;
  readonly phase: string | null;
  readonly runId: string | null;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  /** Of `tokensIn`: what the provider had kept from a call before. */
  readonly tokensCached?: number;
  /** The provider did not tell, so tokens and cost are calculated. */
  readonly isEstimate?: boolean;
  /** Millionths of a dollar; absent when nobody told us the price. */
  readonly cost?: number;
  /** With `sent`: the most it may cost, held against the day's cap until the call has ended. */
  readonly reserved?: number;
  /** What the request was made of, in tokens. */
  readonly sizes?: JsonObject;
  /** How the model was asked: effort, sampling, choice of tools. */
  readonly profile?: JsonObject;
  readonly status: 'sent' | 'ok' | 'failed' | 'blocked' | 'canceled';
};

export const ledgerToJson = (entry: LedgerEntry): JsonObject =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as { [key: string]: Json };
