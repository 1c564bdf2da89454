import type { JsonObject, QuotaExceeded } from '@atelier/kernel/core';
import type { Health } from '@atelier/kernel/ports';
import type { ContextRefused } from '../core/context.ts';
import type { SessionId } from '../core/ids.ts';
import type { OutputRefused } from '../core/outputs.ts';
import type { GapResolutionRefused } from '../core/plan/gap-resolutions.ts';
import type { Blocker } from '../core/reasons/blocker.ts';
import type { TokenKind, TokenRefused } from '../core/token.ts';
import type { CommitRefused, WriteRefused } from '../ports/sessions.ts';
import type { WorkflowRefused } from '../ports/workflow-catalog.ts';

/** Every expected "no" of the run engine. The edge adds the words. */
export type Refusal =
  | TokenRefused
  | {
      readonly code: 'TOKEN_SCOPE_MISMATCH';
      readonly reason: 'other_session' | 'other_run' | 'other_node' | 'wrong_kind';
      readonly field: 'stateToken' | 'ackToken' | 'checkpointToken' | 'joinStateToken';
      readonly sent: TokenKind;
      /** Of the receipt, which is ours and whole. */
      readonly sessionId?: SessionId;
    }
  | { readonly code: 'TOKEN_UNKNOWN_NODE'; readonly what: 'session' | 'run' | 'node' }
  | { readonly code: 'TOKEN_WORKFLOW_HASH_MISMATCH' }
  | { readonly code: 'TOKEN_SESSION_LOCKED'; readonly afterMs: number; readonly ownerPid?: number }
  | QuotaExceeded
  | WriteRefused
  | { readonly code: 'SESSION_NOT_HEALTHY'; readonly health: Exclude<Health, { kind: 'healthy' }> }
  | { readonly code: 'VALIDATION_ERROR'; readonly because: ContextRefused | OutputRefused | GapResolutionRefused }
  | {
      readonly code: 'MISUSE';
      readonly reason: 'payload_without_ack' | 'no_token' | 'no_workflow' | 'no_source';
      readonly details: JsonObject;
    }
  | { readonly code: 'PRECONDITION_FAILED'; readonly reason: 'already_complete' }
  | { readonly code: 'PRECONDITION_FAILED'; readonly reason: 'cannot_start'; readonly blockers: readonly Blocker[] }
  | WorkflowRefused
  | { readonly code: 'KEYRING_CORRUPT'; readonly detail: string }
  | {
      readonly code: 'INTERNAL_ERROR';
      readonly reason:
        | 'snapshot_missing'
        | 'snapshot_version'
        | 'node_missing'
        | 'pinned_workflow_missing'
        | 'contention';
    };

const LOCKED_MS = 1_000;

/** Whoever keeps losing the race to another writer is told what a locked session is told. */
export const commitRefusedToRefusal = (refused: CommitRefused): Refusal => {
  switch (refused.code) {
    case 'STALE':
      return { code: 'TOKEN_SESSION_LOCKED', afterMs: LOCKED_MS };
    case 'SESSION_LOCKED':
      return { ...refused, code: 'TOKEN_SESSION_LOCKED' };
    default:
      return refused;
  }
};
