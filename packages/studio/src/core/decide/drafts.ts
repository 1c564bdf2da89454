import { rebaseOps } from '../conflict/rebase.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import { appendedOps } from '../draft/append.ts';
import { editOps } from '../draft/edit.ts';
import { inverseOps, withoutGone } from '../draft/inverse.ts';
import { type Revision, reviseDraft } from '../draft/revise.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { opsAtRevision } from '../fold/draft-ops.ts';
import { draftOf } from '../fold/fold-session.ts';
import type { DraftState, ProjectState } from '../fold/state.ts';
import { both, counted } from '../words/issue.ts';
import { makeRoom, stateAfter } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, invalid, noDraft, notFound, rejected, wrongRevision } from './outcome.ts';

export const active = (state: ProjectState, { userId }: TurnFacts): DraftState | null =>
  state.sessions.get(userId)?.draft ?? null;

const about = ({ userId, turnId }: TurnFacts, draftId: string) => ({ by: userId, turnId, userId, draftId });

/** A new revision after whatever events come before it, or why not. */
export const revised = (
  state: ProjectState,
  facts: TurnFacts,
  before: readonly NewProjectEvent[],
  revision: Revision,
  say: { readonly he: string; readonly en: string },
): Outcome => {
  const result = reviseDraft(stateAfter(state, before, facts.now), facts, revision);
  if (!result.ok) return invalid(result.error);
  const { event, issues } = result.value;
  const conflicts = event.kind === 'draft.revised' ? event.data.conflicts : [];
  return done([...before, event], say, { warnings: issues, conflicts });
};

/** Room for a draft in the active place: the one that is there is parked. */
const parkActive = (state: ProjectState, facts: TurnFacts): readonly NewProjectEvent[] => {
  const draft = active(state, facts);
  return draft ? [...makeRoom(state, facts), { kind: 'draft.parked', data: about(facts, draft.draftId) }] : [];
};

export const discardDraft = (state: ProjectState, event: StudioEventOf<'discardDraft'>, facts: TurnFacts): Outcome => {
  const draft = active(state, facts);
  if (!draft) return noDraft();
  const { expectedDraftRevision: expected } = event;
  if (expected !== undefined && expected !== draft.revision) return wrongRevision(expected, draft.revision);
  return done(
    [{ kind: 'draft.cleared', data: { ...about(facts, draft.draftId), why: 'discarded' } }],
    both('השינויים הממתינים בוטלו. אפשר להחזיר אותם.', 'The pending changes were discarded. You can bring them back.'),
    {
      suggestions: [
        {
          label: both('להחזיר', 'Bring back'),
          event: { type: 'restoreDraftRevision', draftId: draft.draftId, revision: draft.revision },
        },
      ],
    },
  );
};

export const editDraft = (state: ProjectState, event: StudioEventOf<'editDraft'>, facts: TurnFacts): Outcome => {
  const draft = active(state, facts);
  if (!draft) return noDraft();
  if (draft.revision !== event.expectedDraftRevision) return wrongRevision(event.expectedDraftRevision, draft.revision);
  const { ops, dependants, unknown } = editOps(draft.ops, event.edits);
  if (unknown.length > 0) return notFound();
  if (ops.length === 0)
    return done(
      [{ kind: 'draft.cleared', data: { ...about(facts, draft.draftId), why: 'discarded' } }],
      both('לא נשארו שינויים ממתינים.', 'No pending changes are left.'),
    );
  const has = new Set(ops.map(({ opId }) => opId));
  const dropped = draft.ops
    .filter(({ opId }) => !has.has(opId))
    .map(({ opId }) => ({ opId, reason: both('הוסר ידנית', 'Taken out by hand') }));
  const more = dependants.length;
  return revised(
    state,
    facts,
    [],
    { draft, ops, title: draft.title, dropped, blockedReasons: draft.blockedReasons },
    more > 0
      ? both(`עודכן. ${more} שינויים תלויים הצטרפו.`, `Updated. ${more} dependent changes followed.`)
      : both('עודכן.', 'Updated.'),
  );
};

export const parkDraft = (state: ProjectState, facts: TurnFacts): Outcome =>
  active(state, facts)
    ? done(parkActive(state, facts), both('השינויים הממתינים הונחו בצד.', 'The pending changes were set aside.'))
    : noDraft();

export const activateDraft = (
  state: ProjectState,
  event: StudioEventOf<'activateDraft'>,
  facts: TurnFacts,
): Outcome => {
  const session = state.sessions.get(facts.userId);
  const parked = session?.parked.find(({ draftId }) => draftId === event.draftId);
  if (!parked) return notFound();
  const current = active(state, facts);
  if (event.mode === 'append' && current)
    return revised(
      state,
      facts,
      [{ kind: 'draft.cleared', data: { ...about(facts, parked.draftId), why: 'merged' } }],
      { draft: current, ops: [...current.ops, ...appendedOps(current.ops, parked.ops)], title: current.title },
      both('השינויים צורפו.', 'The changes were added.'),
    );
  return done(
    [...parkActive(state, facts), { kind: 'draft.activated', data: about(facts, parked.draftId) }],
    both('השינויים ממתינים לבדיקה.', 'These changes are now pending.'),
  );
};

export const restoreDraftRevision = (
  state: ProjectState,
  event: StudioEventOf<'restoreDraftRevision'>,
  facts: TurnFacts,
): Outcome => {
  const session = state.sessions.get(facts.userId);
  const draft = session && draftOf(session, event.draftId);
  if (!draft || event.revision > draft.revision) return notFound();
  const ops = opsAtRevision(draft.deltas, event.revision);
  const has = new Set(ops.map(({ opId }) => opId));
  const reason = both(`חזרה לגרסה ${event.revision}`, `Back to revision ${event.revision}`);
  const dropped = draft.ops.filter(({ opId }) => !has.has(opId)).map(({ opId }) => ({ opId, reason }));
  const before = active(state, facts)?.draftId === draft.draftId ? [] : parkActive(state, facts);
  return revised(
    state,
    facts,
    before,
    { draft, ops, title: draft.title, dropped },
    both('השינויים חזרו לבדיקה.', 'The changes are pending again.'),
  );
};

export const rebaseDraft = (
  state: ProjectState,
  event: StudioEventOf<'rebaseDraft'> | StudioEventOf<'resolveConflicts'>,
  facts: TurnFacts,
): Outcome => {
  const draft = active(state, facts);
  if (!draft) return noDraft();
  if (draft.revision !== event.expectedDraftRevision) return wrongRevision(event.expectedDraftRevision, draft.revision);
  return rebased(state, facts, draft, event.type === 'resolveConflicts' ? event.choices : [], []);
};

/** The draft on top of the project as it is after `before`: a new revision to look at, never applied by itself. */
export const rebased = (
  state: ProjectState,
  facts: TurnFacts,
  draft: DraftState,
  choices: StudioEventOf<'resolveConflicts'>['choices'],
  before: readonly NewProjectEvent[],
): Outcome => {
  const now = stateAfter(state, before, facts.now);
  const { ops, dropped, left } = rebaseOps(now, facts.sha256, draft.ops, choices);
  if (ops.length === 0)
    return done(
      [...before, { kind: 'draft.cleared', data: { ...about(facts, draft.draftId), why: 'discarded' } }],
      both('אין עוד מה לשנות: הפרויקט כבר כך.', 'Nothing is left to change: the project already says so.'),
    );
  return revised(
    state,
    facts,
    before,
    { draft, ops, title: draft.title, dropped, conflicts: left, isBased: true, blockedReasons: draft.blockedReasons },
    left.length > 0
      ? both(`נשארו ${left.length} שדות להכרעה.`, `${left.length} fields are left to decide.`)
      : both('השינויים מבוססים על הפרויקט כפי שהוא עכשיו.', 'The changes now start from the project as it is.'),
  );
};

export const undoChangeSet = (
  state: ProjectState,
  event: StudioEventOf<'undoChangeSet'>,
  facts: TurnFacts,
): Outcome => {
  const { changeSet } = facts;
  if (!changeSet || changeSet.changeSetId !== event.changeSetId) return notFound();
  const { ops, left } = withoutGone(state.records, inverseOps(changeSet, facts.turnId));
  if (ops.length === 0)
    return rejected('NOT_ALLOWED', both('אין בשינוי הזה מה לבטל.', 'There is nothing to take back in this change.'));
  const pending = both('הביטול ממתין לאישורכם.', 'The undo is pending. Apply it to take the change back.');
  const without = counted(
    left,
    both('שינוי אחד נשאר בחוץ: הפריט שלו הוסר בינתיים.', '1 change is left out: its item was removed since.'),
    both(
      '# שינויים נשארו בחוץ: הפריטים שלהם הוסרו בינתיים.',
      '# changes are left out: their items were removed since.',
    ),
  );
  return revised(
    state,
    facts,
    parkActive(state, facts),
    { draft: null, ops, title: both('ביטול שינוי', 'Undo'), source: 'undo' },
    left === 0 ? pending : both(`${pending.he} ${without.he}`, `${pending.en} ${without.en}`),
  );
};

export const shareDraft = (state: ProjectState, event: StudioEventOf<'shareDraft'>, facts: TurnFacts): Outcome => {
  const draft = active(state, facts);
  if (!draft) return noDraft();
  return done(
    [{ kind: 'draft.shared', data: { ...about(facts, draft.draftId), shared: event.shared } }],
    event.shared
      ? both('אחרים רואים עכשיו את השינויים.', 'Others can see these changes now.')
      : both('השינויים שוב פרטיים.', 'The changes are private again.'),
  );
};

export const overrideJudge = (
  state: ProjectState,
  event: StudioEventOf<'overrideJudge'>,
  facts: TurnFacts,
): Outcome => {
  const draft = active(state, facts);
  if (!draft) return noDraft();
  if (draft.revision !== event.expectedDraftRevision) return wrongRevision(event.expectedDraftRevision, draft.revision);
  if (draft.status !== 'blocked')
    return rejected('NOT_ALLOWED', both('השינויים אינם עצורים.', 'These changes are not held back.'));
  return done(
    [
      {
        kind: 'draft.statusChanged',
        data: {
          ...about(facts, draft.draftId),
          status: 'open',
          blockedReasons: [],
          conflicts: [],
          reason: event.reason,
        },
      },
    ],
    both('אפשר להחיל את השינויים.', 'The changes can be applied.'),
  );
};
