import type { Json, Sha256 } from '@atelier/kernel/core';
import type { DroppedOp } from '../domain/draft.ts';
import type { Conflict } from '../domain/findings.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import { closure } from '../draft/edit.ts';
import type { ProjectState } from '../fold/state.ts';
import { withBase } from '../patch/prepare.ts';
import { sameValue } from '../patch/values.ts';
import { both } from '../words/issue.ts';
import { conflictsOf } from './conflict.ts';

export type Rebased = {
  readonly ops: readonly PatchOp[];
  readonly dropped: readonly DroppedOp[];
  /** What a person has to decide. */
  readonly left: readonly Conflict[];
};

type Choice = StudioEventOf<'resolveConflicts'>['choices'][number];
type Current = Pick<ProjectState, 'records' | 'lastChange' | 'seq'>;

const already = both('כבר כך בפרויקט', 'The project already says so');
const withoutBase = both('מה שהשינוי נשען עליו ירד', 'What it depends on was dropped');
const theirs = both('נבחר הערך שבפרויקט', "The project's value was chosen");

/**
 * Three ways per path: where the project did not move the proposal stands; where it moved to the same there is nothing
 * left to do; where both moved apart a person decides, and until then the op keeps the start it had.
 */
export const rebaseOps = (
  state: Current,
  sha256: Sha256,
  ops: readonly PatchOp[],
  choices: readonly Choice[] = [],
): Rebased => {
  const chosen = new Map(choices.map((choice) => [`${choice.opId}\n${choice.fieldPath}`, choice]));
  const out: PatchOp[] = [];
  const dropped: DroppedOp[] = [];
  const left: Conflict[] = [];
  for (const op of ops) {
    // What is excluded is not applied, and so collides with nothing.
    const found = conflictsOf(state, sha256, [op]);
    if (found.length === 0) {
      out.push(op);
      continue;
    }
    const open = found.filter((each) => each.overlap && !chosen.has(`${op.opId}\n${each.fieldPath}`));
    if (open.length > 0) {
      left.push(...open);
      out.push(op);
      continue;
    }
    const settled = settle(op, found, chosen);
    if (settled.op.length === 0) dropped.push({ opId: op.opId, reason: settled.isTheirs ? theirs : already });
    for (const each of settled.op) out.push(withBase(state.records, sha256, state.seq, each));
  }
  const gone = ops.filter(({ opId }) => dropped.some((each) => each.opId === opId));
  const lost = new Set(closure(gone, ops).map(({ opId }) => opId));
  for (const { opId } of gone) lost.delete(opId);
  for (const opId of lost) dropped.push({ opId, reason: withoutBase });
  return { ops: out.filter(({ opId }) => !lost.has(opId)), dropped, left };
};

const settle = (
  op: PatchOp,
  found: readonly Conflict[],
  chosen: ReadonlyMap<string, Choice>,
): { readonly op: readonly PatchOp[]; readonly isTheirs: boolean } => {
  const choiceFor = ({ fieldPath }: Conflict): Choice | undefined => chosen.get(`${op.opId}\n${fieldPath}`);
  const isTheirs = found.some((each) => choiceFor(each)?.take === 'theirs');
  if (isTheirs && op.op !== 'set') return { op: [], isTheirs };
  if (op.op === 'create')
    return { op: [...found.map(({ entity, entityId }) => restore(op, entity, entityId)), op], isTheirs };
  if (op.op === 'restore' || found.some(({ kind }) => kind === 'missing')) return { op: [], isTheirs };
  if (op.op === 'tombstone') return { op: found.some(({ kind }) => kind === 'tombstoned') ? [] : [op], isTheirs };
  const isGone = found.some(({ kind }) => kind === 'tombstoned');
  if (isGone && isTheirs) return { op: [], isTheirs };
  const kept = op.op === 'set' ? setPaths(op, found, choiceFor) : op;
  if (!kept) return { op: [], isTheirs };
  // To change what was removed meanwhile, it has to come back first.
  return { op: isGone ? [restore(op, op.entity, op.id), kept] : [kept], isTheirs };
};

const setPaths = (
  op: Extract<PatchOp, { op: 'set' }>,
  found: readonly Conflict[],
  choiceFor: (conflict: Conflict) => Choice | undefined,
): PatchOp | undefined => {
  const changes: Record<string, Json> = {};
  for (const each of found) {
    const choice = choiceFor(each);
    if (choice?.take === 'theirs') continue;
    const value = choice?.take === 'value' ? (choice.value ?? null) : each.proposedValue;
    if (!sameValue(op.entity, each.fieldPath, each.currentValue, value)) changes[each.fieldPath] = value;
  }
  return Object.keys(changes).length === 0 ? undefined : { ...op, changes };
};

const restore = (op: PatchOp, entity: PatchOp['entity'], id: string): PatchOp => ({
  op: 'restore',
  opId: `restore-${op.opId}`.slice(0, 80),
  groupId: op.groupId,
  entity,
  id,
  reason: both('השינוי נוגע במה שהוסר בינתיים', 'The change is about something removed meanwhile'),
  include: op.include,
});
