import { derivedId } from '@atelier/kernel/core';
import type { PatchOp } from '../domain/patch.ts';
import { reviseDraft } from '../draft/revise.ts';
import type { NewProjectEvent, ProjectEvent } from '../events/project-event.ts';
import { foldProject } from '../fold/fold-project.ts';
import { copyRecords } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { isNothing, reconcile } from '../reconcile/reconcile.ts';
import type { ReconcileWorld } from '../reconcile/world.ts';
import { both } from '../words/issue.ts';
import type { Outcome, TurnFacts } from './facts.ts';

const mostParked = 5;

/** A copy that can be folded on without moving the state itself. */
export const copyState = (state: ProjectState): ProjectState => ({
  ...state,
  records: copyRecords(state.records),
  snapshots: new Map(state.snapshots),
  quotes: new Map(state.quotes),
  flags: new Map(state.flags),
  sessions: new Map([...state.sessions].map(([user, session]) => [user, { ...session }])),
  lastChange: new Map(state.lastChange),
  changeSets: [...state.changeSets],
  stages: [...state.stages],
  applies: state.applies.map((each) => ({ ...each })),
  knowledge: new Map(state.knowledge),
  legacy: new Map(state.legacy),
  members: new Map(state.members),
});

/** The state as it will be once these events are recorded. */
export const stateAfter = (state: ProjectState, events: readonly NewProjectEvent[], now: string): ProjectState => {
  const next = copyState(state);
  for (const event of events) foldProject(next, { ...event, seq: next.seq, at: now, id: '' } as ProjectEvent);
  return next;
};

export const worldOf = (state: ProjectState, facts: TurnFacts): ReconcileWorld => {
  const newest = facts.policies.findLast(({ name }) => name === state.policy?.name);
  return {
    ...state,
    sha256: facts.sha256,
    today: facts.today,
    ...(newest ? { newestPolicy: newest } : {}),
    ...(facts.priceList ? { priceList: facts.priceList } : {}),
  };
};

/** Adds to a batch what reconciliation makes of it: fixes, flags, and a parked draft of what could be done. */
export const conclude = (state: ProjectState, facts: TurnFacts, outcome: Outcome): Outcome => {
  const after = stateAfter(state, outcome.events, facts.now);
  const found = reconcile(worldOf(after, facts));
  if (isNothing(found)) return outcome;
  const { userId, turnId, sha256 } = facts;
  const runId = derivedId('rec', sha256, `${turnId}/reconcile`);
  const completed: NewProjectEvent = {
    kind: 'reconciliation.completed',
    data: {
      by: userId,
      turnId,
      runId,
      ...(outcome.changeSetId === undefined ? {} : { changeSetId: outcome.changeSetId }),
      passes: found.passes,
      fixes: [...found.fixes],
      opened: [...found.opened],
      closed: [...found.closed],
    },
  };
  const over = found.closed.length > 0 ? settledProposals(after, facts, found.wanted) : [];
  const events = [...outcome.events, completed, ...over];
  return {
    ...outcome,
    events: [...events, ...parkFollowUp(stateAfter(after, [completed, ...over], facts.now), facts, found.followUp)],
    flags: found.opened,
    reconciliationRunId: runId,
  };
};

/** A proposal for flags that are all closed by now would only do again what was done: it leaves the list. */
const settledProposals = (
  after: ProjectState,
  { userId: by, turnId }: TurnFacts,
  wanted: ReturnType<typeof reconcile>['wanted'],
): readonly NewProjectEvent[] => {
  const waiting = [...after.sessions].flatMap(([userId, { parked }]) =>
    parked.filter(({ source }) => source === 'reconciliation').map(({ draftId, ops }) => ({ userId, draftId, ops })),
  );
  if (waiting.length === 0) return [];
  const still = wanted();
  return waiting
    .filter(({ ops }) => !ops.some(({ opId }) => still.has(opId)))
    .map(({ userId, draftId }) => ({ kind: 'draft.cleared', data: { by, turnId, userId, draftId, why: 'expired' } }));
};

/** What could be done about new flags waits among the parked drafts; nobody's open draft is touched. */
const parkFollowUp = (
  after: ProjectState,
  facts: TurnFacts,
  followUp: ReturnType<typeof reconcile>['followUp'],
): readonly NewProjectEvent[] => {
  if (followUp.length === 0) return [];
  const ops = followUp.map((op) => ({ ...op, groupId: facts.turnId, include: true }) as PatchOp);
  const revised = reviseDraft(after, facts, {
    draft: null,
    ops,
    title: both('הצעה לטיפול בדגלים', 'What could be done about the flags'),
    source: 'reconciliation',
    place: 'parked',
    nth: 9,
  });
  // A follow-up that cannot be proposed at this stage is not lost: its flag stays open.
  return revised.ok ? [...makeRoom(after, facts), revised.value.event] : [];
};

/** The oldest parked draft gives way to a sixth; it can still be brought back from among the closed ones. */
export const makeRoom = (state: ProjectState, facts: TurnFacts): readonly NewProjectEvent[] => {
  const parked = state.sessions.get(facts.userId)?.parked ?? [];
  const [oldest] = parked;
  if (!oldest || parked.length < mostParked) return [];
  const { userId, turnId } = facts;
  return [{ kind: 'draft.cleared', data: { by: userId, turnId, userId, draftId: oldest.draftId, why: 'expired' } }];
};
