import type { Json, Sha256 } from '@atelier/kernel/core';
import type { FlagAction, Severity } from '../domain/findings.ts';
import type { AutoFix, PatchOp } from '../domain/patch.ts';
import type { LText } from '../domain/primitives.ts';
import type { PolicyVersion, PriceListVersion } from '../domain/workspace.ts';
import type { ProjectState } from '../fold/state.ts';

/** What reconciliation looks at. The day and the newest policy are facts from outside the project. */
export type ReconcileWorld = Pick<ProjectState, 'records' | 'snapshots' | 'policy' | 'pricing' | 'quotes' | 'flags'> & {
  readonly sha256: Sha256;
  readonly today: string;
  /** The newest version of the pinned policy. */
  readonly newestPolicy?: PolicyVersion;
  readonly priceList?: PriceListVersion;
};

/** An op before a draft gives it its group and start. */
export type FollowUp = PatchOp extends infer Op
  ? Op extends PatchOp
    ? Omit<Op, 'groupId' | 'include'>
    : never
  : never;

/** One thing that does not hold. */
export type Finding = {
  readonly refs: readonly { readonly entity: string; readonly id: string }[];
  /** Tells findings with the same refs apart. */
  readonly key?: string;
  readonly severity?: Severity;
  readonly message: LText;
  /** What was seen: a dismissed flag opens again when this changes. */
  readonly evidence: Json;
  readonly actions: readonly FlagAction[];
  /** What a draft could do about it; asked only when the flag opens. */
  readonly followUp?: () => readonly FollowUp[];
};

export type Invariant = {
  readonly id: string;
  readonly severity: Severity | 'none';
  /** What must hold, and what happens when it does not: the words of the reference document. */
  readonly holds: string;
  readonly otherwise: string;
  readonly find?: (world: ReconcileWorld) => readonly Finding[];
  /** Never money, quantity, text or tombstones. */
  readonly fix?: (world: ReconcileWorld) => readonly AutoFix[];
};
