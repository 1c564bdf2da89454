import { conflictsOf } from '../conflict/conflict.ts';
import type { PatchOp } from '../domain/patch.ts';
import { isTempId } from '../domain/primitives.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import { contextOf } from '../draft/revise.ts';
import type { ProjectEventOf } from '../events/project-event.ts';
import { entityAt } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { entityHash } from '../patch/hash.ts';
import { withBase } from '../patch/prepare.ts';
import { targetOf } from '../patch/refs.ts';
import { validateOps } from '../validate/validate.ts';
import { both } from '../words/issue.ts';
import { changeSetOf } from './apply-draft.ts';
import { conclude } from './conclude.ts';
import { rebased } from './drafts.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, invalid, needsAck, rejected, unacknowledged } from './outcome.ts';

/** A person's own edit in a grid: checked like any change, and written at once. */
export const manualEdit = (state: ProjectState, event: StudioEventOf<'manualEdit'>, facts: TurnFacts): Outcome => {
  const reason = both('עריכה ידנית', 'Edited by hand');
  const ops = event.ops.map((op) => {
    const made = { ...op, groupId: facts.turnId, reason, include: true } as PatchOp;
    const seen = op.op === 'create' ? undefined : event.ifMatch[op.id];
    const based = withBase(state.records, facts.sha256, state.seq, made);
    return seen === undefined || !based.ifMatch ? based : { ...based, ifMatch: { ...based.ifMatch, hash: seen } };
  });
  const unseen = event.ops.find(
    (op) =>
      op.op !== 'create' &&
      !isTempId(op.id) &&
      event.ifMatch[op.id] === undefined &&
      entityAt(state.records, op.entity, op.id),
  );
  if (unseen)
    return rejected(
      'NOT_ALLOWED',
      both(
        'העריכה אינה אומרת על מה היא מבוססת. רעננו ונסו שוב.',
        'The edit does not say what it started from. Refresh and try again.',
      ),
    );
  const conflicts = conflictsOf(state, facts.sha256, ops);
  if (conflicts.length > 0)
    return rejected(
      'APPLY_CONFLICT',
      both('מישהו שינה את זה לפניכם. בדקו ושנו שוב.', 'Someone changed this before you. Look and edit again.'),
      { conflicts },
    );
  return writeOps(state, facts, ops, 'manual', event.acknowledge, both('נשמר.', 'Saved.'));
};

/** Ops that a person decided on, written in one change set; the person's own draft moves along. */
export const writeOps = (
  state: ProjectState,
  facts: TurnFacts,
  ops: readonly PatchOp[],
  source: ProjectEventOf<'changeset.applied'>['data']['source'],
  acknowledged: readonly string[] | undefined,
  say: { readonly he: string; readonly en: string },
): Outcome => {
  const checked = validateOps(ops, contextOf(state, facts));
  if (!checked.ok) return invalid(checked.issues);
  // A grid shows its own effect at once; only what removes much is asked about.
  const open = unacknowledged(
    checked.issues.filter(({ code }) => code !== 'V10'),
    acknowledged,
  );
  if (open.length > 0) return needsAck(open);
  if (checked.ops.length === 0) return done([], both('אין מה לשנות: כבר כך.', 'Nothing to change: it is already so.'));
  const { event, changeSetId } = changeSetOf(state, facts, checked.ops, { source });
  const written = done([event], say, { changeSetId, warnings: checked.issues });
  return conclude(state, facts, withDraft(state, facts, written, checked.ops));
};

/** One's own draft follows one's own edit, visibly, as a new revision. */
const withDraft = (state: ProjectState, facts: TurnFacts, written: Outcome, ops: readonly PatchOp[]): Outcome => {
  const draft = state.sessions.get(facts.userId)?.draft;
  const touched = new Set(ops.map(targetOf));
  const current = (op: PatchOp): boolean => {
    const entity = op.op === 'create' ? undefined : entityAt(state.records, op.entity, op.id);
    // What was stale before this edit was somebody else's doing, and stays for them to see.
    return (
      op.op === 'create' || !op.ifMatch || !entity || entityHash(facts.sha256, op.entity, entity) === op.ifMatch.hash
    );
  };
  if (!draft?.ops.some((op) => touched.has(targetOf(op))) || !draft.ops.every(current)) return written;
  const moved = rebased(state, facts, draft, [], written.events);
  return moved.outcome === 'done' ? { ...written, events: moved.events, conflicts: moved.conflicts } : written;
};
