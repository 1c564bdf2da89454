import type { Result } from '@atelier/kernel/core';
import type { ModelFailure } from '../core/failure.ts';

/** One cheap authenticated question: which models are there? It carries no content. */
export interface ProviderProbe {
  readonly listModels: (asked: {
    readonly provider: string;
    readonly key: string;
    /** Only for `local`. */
    readonly endpoint?: string;
  }) => Promise<Result<readonly ListedModel[], ModelFailure>>;
}

/** `tools` is null when the server does not say; such a model is tried. */
export type ListedModel = { readonly name: string; readonly tools: boolean | null };
