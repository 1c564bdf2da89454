import type { ModelFailure } from './failure.ts';

/** How long a provider may say nothing: before its first word, and between two words. */
export type Patience = { readonly firstWordMs: number; readonly silenceMs: number };

/** A model that thinks long before it speaks says nothing meanwhile on some wires, so the first wait is the longer one. */
export const defaultPatience: Patience = { firstWordMs: 300_000, silenceMs: 120_000 };

export const silenceFailure = (silentMs: number): ModelFailure => ({
  code: 'PROVIDER_UNAVAILABLE',
  message: `The provider sent nothing for ${Math.max(1, Math.round(silentMs / 1000))} seconds, so Atelier ended the call.`,
  silentMs,
});
