import { budgets } from '../budgets.ts';
import type { UserDependencyReason } from '../compiled.ts';
import { truncate } from '../text.ts';
import type { Blocker, BlockerCode, BlockerPointer } from './blocker.ts';
import { compareBlockers } from './blocker.ts';
import type { GapReason } from './gap.ts';

export type ReasonKind =
  | 'missing_required_output'
  | 'invalid_required_output'
  | 'missing_required_notes'
  | 'missing_context_key'
  | 'context_budget_exceeded'
  | 'loop_limit_reached'
  | 'assessment_followup_required'
  | 'required_capability_unknown'
  | 'required_capability_unavailable'
  | 'invariant_violation'
  | 'storage_corruption_detected'
  | 'evaluation_error'
  | 'user_only_dependency';

/** Why a step may not be left yet. One union feeds both views of it: the blocker and the gap. */
export type Reason = {
  readonly kind: ReasonKind;
  readonly pointer: BlockerPointer;
  readonly message: string;
  readonly suggestedFix?: string;
  /** Only with `user_only_dependency`: which of the six. */
  readonly userReason?: UserDependencyReason;
};

type Meaning = { readonly code: BlockerCode; readonly retry: 'retryable' | 'terminal' };

const meaningOf: Record<ReasonKind, Meaning> = {
  user_only_dependency: { code: 'USER_ONLY_DEPENDENCY', retry: 'terminal' },
  missing_required_output: { code: 'MISSING_REQUIRED_OUTPUT', retry: 'retryable' },
  invalid_required_output: { code: 'INVALID_REQUIRED_OUTPUT', retry: 'retryable' },
  missing_required_notes: { code: 'MISSING_REQUIRED_NOTES', retry: 'retryable' },
  missing_context_key: { code: 'MISSING_CONTEXT_KEY', retry: 'retryable' },
  context_budget_exceeded: { code: 'CONTEXT_BUDGET_EXCEEDED', retry: 'retryable' },
  loop_limit_reached: { code: 'LOOP_LIMIT_REACHED', retry: 'retryable' },
  assessment_followup_required: { code: 'ASSESSMENT_FOLLOWUP_REQUIRED', retry: 'retryable' },
  required_capability_unknown: { code: 'REQUIRED_CAPABILITY_UNKNOWN', retry: 'terminal' },
  required_capability_unavailable: { code: 'REQUIRED_CAPABILITY_UNAVAILABLE', retry: 'terminal' },
  invariant_violation: { code: 'INVARIANT_VIOLATION', retry: 'terminal' },
  evaluation_error: { code: 'INVARIANT_VIOLATION', retry: 'terminal' },
  storage_corruption_detected: { code: 'STORAGE_CORRUPTION_DETECTED', retry: 'terminal' },
};

export const isRetryable = (reason: Reason): boolean => meaningOf[reason.kind].retry === 'retryable';

/** Sorted and bounded; when more is wrong than fits, the first ones in order are told. */
export const toBlockers = (reasons: readonly Reason[]): Blocker[] =>
  reasons
    .map((reason) => ({
      code: meaningOf[reason.kind].code,
      pointer: reason.pointer,
      message: truncate(reason.message, budgets.blockerMessageBytes, '…'),
      ...(reason.suggestedFix === undefined
        ? {}
        : { suggestedFix: truncate(reason.suggestedFix, budgets.blockerFixBytes, '…') }),
    }))
    .sort(compareBlockers)
    .slice(0, budgets.blockers);

export const toGapReason = (reason: Reason): GapReason => {
  switch (reason.kind) {
    case 'user_only_dependency':
      return { category: 'user_only_dependency', detail: reason.userReason ?? 'needs_user_choice' };
    case 'required_capability_unknown':
    case 'required_capability_unavailable':
      return { category: 'capability_missing', detail: reason.kind };
    case 'invariant_violation':
    case 'storage_corruption_detected':
    case 'evaluation_error':
      return { category: 'unexpected', detail: reason.kind };
    default:
      return { category: 'contract_violation', detail: reason.kind };
  }
};
