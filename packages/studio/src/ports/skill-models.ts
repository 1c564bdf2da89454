import type { Result } from '@atelier/kernel/core';
import type { z } from 'zod';

export type ModelPurpose = 'skill' | 'router' | 'judge';

export type ModelAsk<Shape extends z.ZodType> = {
  readonly purpose: ModelPurpose;
  readonly projectId: string;
  readonly turnId: string;
  /** The model an admin chose for this skill; absent: the one for the purpose. */
  readonly modelId?: string;
  /** The id of the skill, for the ledger. */
  readonly name: string;
  readonly schema: Shape;
  readonly system: string;
  readonly user: string;
  readonly maxOutputTokens: number;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Told what was written up to now: JSON that has no end yet. */
  readonly onText?: (soFar: string) => void;
};

export type ModelAnswer<Value> = {
  readonly value: Value;
  readonly provider: string;
  readonly modelId: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costMicros: number | null;
};

/** Why the rules answer instead. Each has its own remedy, so each is told apart. */
export type ModelAbsent = {
  readonly reason: 'builtin' | 'no_key' | 'no_consent' | 'cap_reached' | 'provider_down' | 'malformed' | 'canceled';
  readonly detail?: string;
  /** With `no_consent`: what a person is asked to agree to. */
  readonly consent?: { readonly providerId: string; readonly modelId: string; readonly scopeHash: string };
};

/** Language models as Studio needs them: one structured answer, or why there is none. */
export interface SkillModels {
  readonly generate: <Shape extends z.ZodType>(
    ask: ModelAsk<Shape>,
  ) => Promise<Result<ModelAnswer<z.infer<Shape>>, ModelAbsent>>;
  /** Whether a model other than the built-in rules is chosen for this purpose. */
  readonly isChosen: (purpose: ModelPurpose) => Promise<boolean>;
}
