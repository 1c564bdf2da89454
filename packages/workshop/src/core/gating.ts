import { err, ok, type Result } from '@atelier/kernel/core';
import type { Bench } from './bench.ts';
import type { MessageId, RevisionId } from './ids.ts';

/**
 * Publishing and restoring have no state of their own here: each is one commit, so nobody ever sees a Workbench
 * in the middle of one.
 */
export type BenchState = 'idle' | 'running' | 'draft_ready' | 'draft_incomplete' | 'comparing';

export type Operation =
  | 'send'
  | 'resume'
  | 'cancel'
  | 'switch_model'
  | 'change_files'
  | 'change_context'
  | 'checkpoint'
  | 'restore'
  | 'rewind'
  | 'redo'
  | 'publish'
  | 'discard'
  | 'compare'
  | 'write_draft';

export type GateRefused = {
  readonly code:
    | 'WORKBENCH_NOT_FOUND'
    | 'DRAFT_EXISTS'
    | 'NO_DRAFT'
    | 'RUN_IN_PROGRESS'
    | 'NO_RUN'
    | 'COMPARE_OPEN'
    | 'CONFLICT_STALE_STATE';
};

export const stateOf = (bench: Bench): BenchState => {
  if (bench.compare) return 'comparing';
  if (bench.run?.state === 'running') return 'running';
  if (!bench.draft) return 'idle';
  const isUnfinished =
    bench.run !== null && bench.run.state !== 'completed' && bench.run.draftId === bench.draft.draftId;
  return isUnfinished ? 'draft_incomplete' : 'draft_ready';
};

/** Whether an operation may begin, and if not, what is in its way. */
export const gate = (bench: Bench, operation: Operation): Result<BenchState, GateRefused> => {
  if (bench.id === null || bench.isDeleted) return err({ code: 'WORKBENCH_NOT_FOUND' });
  const state = stateOf(bench);
  const code = refusals[state](operation, bench);
  return code ? err({ code }) : ok(state);
};

type Code = GateRefused['code'];

const withoutDraft = (operation: Operation, bench: Bench): Code | null => {
  if (operation === 'publish' || operation === 'discard') return 'NO_DRAFT';
  if (operation === 'cancel') return 'NO_RUN';
  if (operation === 'resume' && !isResumable(bench)) return 'NO_RUN';
  return null;
};

const withDraft = (operation: Operation, bench: Bench): Code | null => {
  switch (operation) {
    case 'switch_model':
    case 'rewind':
    case 'redo':
    case 'publish':
    case 'discard':
    case 'compare':
    case 'write_draft':
      return null;
    case 'cancel':
      return 'NO_RUN';
    case 'resume':
      return isResumable(bench) && bench.run?.draftId === bench.draft?.draftId ? null : 'DRAFT_EXISTS';
    case 'send':
      return bench.settings.refineInDraft === true && stateOf(bench) === 'draft_ready' ? null : 'DRAFT_EXISTS';
    default:
      return 'DRAFT_EXISTS';
  }
};

const refusals: Record<BenchState, (operation: Operation, bench: Bench) => Code | null> = {
  idle: withoutDraft,
  draft_ready: withDraft,
  draft_incomplete: withDraft,
  running: (operation) =>
    operation === 'cancel' || operation === 'switch_model' || operation === 'write_draft' ? null : 'RUN_IN_PROGRESS',
  comparing: (operation) =>
    operation === 'cancel' || operation === 'switch_model' || operation === 'rewind' ? null : 'COMPARE_OPEN',
};

const isResumable = ({ run }: Bench): boolean => run !== null && run.state !== 'running' && run.state !== 'completed';

/** What the person saw when they decided. Absent means they did not say. */
export type Seen = {
  readonly head?: MessageId | null | undefined;
  readonly revisionId?: RevisionId | null | undefined;
};

/** Two tabs never overwrite each other: a decision made on an older state is not carried out. */
export const isStale = (bench: Bench, seen: Seen): boolean =>
  (seen.head !== undefined && seen.head !== bench.head) ||
  (seen.revisionId !== undefined && seen.revisionId !== (bench.draft?.revisionId ?? null));
