import { derivedId } from '@atelier/kernel/core';
import { conflictsOf } from '../conflict/conflict.ts';
import type { Issue } from '../domain/findings.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { LText } from '../domain/primitives.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import { contextOf } from '../draft/revise.ts';
import type { NewProjectEvent, ProjectEventOf } from '../events/project-event.ts';
import type { ProjectState } from '../fold/state.ts';
import { mintIds, orderOps, withBase } from '../patch/prepare.ts';
import { validateOps } from '../validate/validate.ts';
import { both, counted } from '../words/issue.ts';
import { conclude } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, invalid, needsAck, noDraft, rejected, unacknowledged, wrongRevision } from './outcome.ts';

type AppliedData = ProjectEventOf<'changeset.applied'>['data'];

/** A change set out of ops that were found good: ids are minted here, and what each op starts from is written down. */
export const changeSetOf = (
  state: ProjectState,
  facts: TurnFacts,
  ops: readonly PatchOp[],
  more: Pick<AppliedData, 'source'> & Partial<AppliedData>,
): { readonly event: NewProjectEvent; readonly changeSetId: string } => {
  const changeSetId = derivedId('cs', facts.sha256, `${facts.turnId}/changes`);
  const ordered = orderOps(ops).map((op) => withBase(state.records, facts.sha256, state.seq, op));
  return {
    changeSetId,
    event: {
      kind: 'changeset.applied',
      data: {
        by: facts.userId,
        turnId: facts.turnId,
        changeSetId,
        ops: ordered,
        tempIdMap: mintIds(facts.sha256, facts.turnId, ordered),
        baseSeq: state.seq,
        ...more,
      },
    },
  };
};

/** Only included ops, all of them or none, and only if nothing moved under them. */
export const applyDraft = (state: ProjectState, event: StudioEventOf<'applyDraft'>, facts: TurnFacts): Outcome => {
  const session = state.sessions.get(facts.userId);
  const draft = session?.draft;
  if (!session || !draft) return noDraft();
  if (draft.revision !== event.expectedDraftRevision) return wrongRevision(event.expectedDraftRevision, draft.revision);
  if (session.settings.openScope)
    return rejected('NEEDS_SCOPE', both('קודם בחרו על איזה אלמנט מדובר.', 'First choose which element is meant.'));
  if (draft.status === 'blocked') return blocked(draft.blockedReasons);
  const included = draft.ops.filter(({ include }) => include);
  if (included.length === 0) return noDraft();
  const conflicts = conflictsOf(state, facts.sha256, included);
  if (conflicts.length > 0) return conflicted(facts, draft.draftId, conflicts);
  const checked = validateOps(included, contextOf(state, facts));
  if (!checked.ok) return invalid(checked.issues);
  const open = unacknowledged(merged(draft.issues, checked.issues), event.acknowledge);
  if (open.length > 0) return needsAck(open);
  if (checked.ops.length === 0) return noDraft();
  const { userId, turnId } = facts;
  const skillId = state.turns.get(included.at(-1)?.groupId ?? '')?.skillId;
  const { event: applied, changeSetId } = changeSetOf(state, facts, checked.ops, {
    source: 'draft',
    title: draft.title,
    draftId: draft.draftId,
    draftRevision: draft.revision,
    ...(event.versionName === undefined ? {} : { versionName: event.versionName }),
    ...(skillId === undefined ? {} : { skillId }),
  });
  const cleared: NewProjectEvent = {
    kind: 'draft.cleared',
    data: { by: userId, turnId, userId, draftId: draft.draftId, why: 'applied' },
  };
  const count = checked.ops.length;
  const many = counted(
    count,
    both('הוחל שינוי אחד.', 'Applied one change.'),
    both('הוחלו # שינויים.', 'Applied # changes.'),
  );
  const say = event.versionName
    ? both(`${many.he} הגרסה נקראת "${event.versionName}".`, `${many.en} The version is called "${event.versionName}".`)
    : many;
  return conclude(state, facts, done([applied, cleared], say, { changeSetId, warnings: checked.issues }));
};

/** Acks of the draft as it was shown, and of the rules as they are now; each code once. */
const merged = (shown: readonly Issue[], now: readonly Issue[]): readonly Issue[] => {
  const codes = new Set(now.map(({ code }) => code));
  // The price rule speaks of the whole project: only what it says now counts.
  return [...now, ...shown.filter(({ code, ack }) => ack && !codes.has(code) && code !== 'V10' && code !== 'V13')];
};

const blocked = (reasons: readonly LText[]): Outcome =>
  rejected(
    'DRAFT_BLOCKED',
    both(
      'השינויים נעצרו בבדיקה. תקנו אותם או בקשו מבעלים לאשר.',
      'A review stopped these changes. Revise them, or ask an owner to override.',
    ),
    {
      warnings: reasons.map((message) => ({ code: 'JUDGE', severity: 'warn', message })),
    },
  );

const conflicted = (facts: TurnFacts, draftId: string, conflicts: ReturnType<typeof conflictsOf>): Outcome => {
  const { userId, turnId } = facts;
  return rejected(
    'APPLY_CONFLICT',
    both(
      'מישהו שינה את אותם פריטים מאז. בחרו: להריץ שוב, לבסס מחדש, לפתור ידנית או לבטל.',
      'Someone changed the same items since. Re-run, rebase, resolve by hand, or discard.',
    ),
    {
      conflicts,
      events: [
        {
          kind: 'draft.statusChanged',
          data: {
            by: userId,
            turnId,
            userId,
            draftId,
            status: 'conflicted',
            blockedReasons: [],
            conflicts: [...conflicts],
          },
        },
      ],
    },
  );
};
