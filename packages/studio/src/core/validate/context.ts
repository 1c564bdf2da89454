import type { Sha256 } from '@atelier/kernel/core';
import type { DroppedOp } from '../domain/draft.ts';
import type { ElementSnapshot } from '../domain/entities.ts';
import type { Issue } from '../domain/findings.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { ProjectStage } from '../domain/primitives.ts';
import type { PolicyVersion, ProjectPricing } from '../domain/workspace.ts';
import type { Records } from '../fold/records.ts';

/** What a list of changes is judged against. */
export type ValidationContext = {
  readonly records: Records;
  readonly snapshots: ReadonlyMap<string, readonly ElementSnapshot[]>;
  readonly policy: PolicyVersion | null;
  readonly pricing: ProjectPricing | null;
  readonly stage: ProjectStage;
  readonly sha256: Sha256;
  readonly at: string;
  /** How many ops the skill may propose in one go; people have no such limit. */
  readonly maxOps?: number;
  /** The elements the person spoke of; `explicit` when named or chosen. */
  readonly scope?: { readonly elementIds: readonly string[]; readonly explicit: boolean };
  /** The draft before this revision, and what its author says was dropped and why. */
  readonly before?: readonly PatchOp[];
  readonly dropped?: readonly DroppedOp[];
};

export type Validated = {
  /** Without characters that hide, and without what would change nothing. */
  readonly ops: readonly PatchOp[];
  readonly issues: readonly Issue[];
  /** The records as they would be; absent when an error says that they cannot be. */
  readonly projected?: Records;
  readonly ok: boolean;
};

/** Ops as a rule sees them: before, after and beside each other. */
export type RuleInput = {
  readonly ops: readonly PatchOp[];
  readonly context: ValidationContext;
  /** Included ops applied to a copy. */
  readonly projected: Records;
};
