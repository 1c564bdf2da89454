import { derivedId, err, ok, type Result } from '@atelier/kernel/core';
import type { TurnFacts } from '../decide/facts.ts';
import type { DroppedOp, Impact } from '../domain/draft.ts';
import type { Conflict, Issue } from '../domain/findings.ts';
import type { PatchOp } from '../domain/patch.ts';
import { isTempId, type LText } from '../domain/primitives.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { deltaBetween, referring } from '../fold/draft-ops.ts';
import { projectOf, type Records } from '../fold/records.ts';
import type { DraftState, ProjectState } from '../fold/state.ts';
import { withBase } from '../patch/prepare.ts';
import type { ValidationContext } from '../validate/context.ts';
import { elementsOf } from '../validate/names.ts';
import { validateOps } from '../validate/validate.ts';
import { impactOf } from './impact.ts';

export type Revision = {
  /** The draft that goes on; none starts one. */
  readonly draft: DraftState | null;
  /** All ops of the new revision, those of earlier revisions included. */
  readonly ops: readonly PatchOp[];
  readonly title: LText;
  readonly source?: DraftState['source'];
  readonly dropped?: readonly DroppedOp[];
  readonly place?: 'active' | 'parked';
  readonly scope?: ValidationContext['scope'];
  readonly maxOps?: number;
  /** Why a judge holds it back. */
  readonly blockedReasons?: readonly LText[];
  /** What a re-base could not settle. */
  readonly conflicts?: readonly Conflict[];
  /** Ops whose start is already known: their ifMatch and base stand. */
  readonly isBased?: boolean;
  /** Run again on the project as it is now: every op starts from now, also one that was there before. */
  readonly startsNow?: boolean;
  /** Tells drafts of one turn apart. */
  readonly nth?: number;
};

export type Revised = { readonly event: NewProjectEvent; readonly issues: readonly Issue[]; readonly impact: Impact };

export const contextOf = (
  state: ProjectState,
  facts: Pick<TurnFacts, 'sha256' | 'now'>,
  records: Records = state.records,
): ValidationContext => ({
  records,
  snapshots: state.snapshots,
  policy: state.policy,
  pricing: state.pricing,
  stage: projectOf(records).projectStage,
  sha256: facts.sha256,
  at: facts.now,
});

/** The next revision of a draft as an event, or what is wrong with it: then the draft stays as it was. */
export const reviseDraft = (
  state: ProjectState,
  facts: TurnFacts,
  revision: Revision,
): Result<Revised, readonly Issue[]> => {
  const { draft, title, dropped, scope, maxOps } = revision;
  const before = draft?.ops ?? [];
  const { records } = state;
  const context: ValidationContext = {
    ...contextOf(state, facts),
    ...(draft ? { before } : {}),
    ...(dropped ? { dropped } : {}),
    ...(scope ? { scope } : {}),
    ...(maxOps === undefined ? {} : { maxOps }),
  };
  const { ops, issues, projected } = validateOps(revision.ops, context);
  if (!projected || issues.some(({ severity }) => severity === 'error')) return err(issues);
  const had = new Map(revision.startsNow ? [] : before.map((op) => [op.opId, op]));
  const based = revision.isBased ? ops : ops.map((op) => rebasedStart(op, had.get(op.opId), records, facts, state.seq));
  const delta = deltaBetween(before, based, dropped);
  const touched = [...delta.added, ...delta.changed].flatMap((op) => elementsOf(op, records, projected));
  const { blockedReasons = [], conflicts = [] } = revision;
  const impact = impactOf(records, projected, based, state.policy, state.pricing);
  const event: NewProjectEvent = {
    kind: 'draft.revised',
    data: {
      by: facts.userId,
      turnId: facts.turnId,
      userId: facts.userId,
      draftId: draft?.draftId ?? derivedId('drf', facts.sha256, `${facts.turnId}/draft/${revision.nth ?? 0}`),
      revision: (draft?.revision ?? 0) + 1,
      title,
      source: revision.source ?? draft?.source ?? 'user',
      delta,
      status: conflicts.length > 0 ? 'conflicted' : blockedReasons.length > 0 ? 'blocked' : 'open',
      blockedReasons: [...blockedReasons],
      issues: referring(draft?.issues ?? [], issues),
      conflicts: [...conflicts],
      impact: { ...impact, elementIds: referring(draft?.impact.elementIds ?? [], impact.elementIds) },
      lastTouched: touched.length > 0 ? [...new Set(touched)] : [...(draft?.lastTouched ?? [])],
      place: revision.place ?? 'active',
    },
  };
  return ok({ event, issues, impact });
};

/** A new op starts from now. One that was changed keeps its start, and learns what stands at its new paths. */
const rebasedStart = (
  op: PatchOp,
  before: PatchOp | undefined,
  records: Records,
  { sha256 }: TurnFacts,
  seq: number,
): PatchOp => {
  if (op === before || op.op === 'create' || isTempId(op.id)) return op;
  const fresh = withBase(records, sha256, seq, op);
  if (!before?.ifMatch) return fresh;
  return { ...fresh, ifMatch: before.ifMatch, base: { ...fresh.base, ...before.base } };
};
