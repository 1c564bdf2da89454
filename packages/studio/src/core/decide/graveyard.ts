import type { PatchOp } from '../domain/patch.ts';
import type { EntityType } from '../domain/primitives.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { entityAt, isLive, type Records } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { both } from '../words/issue.ts';
import { conclude } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { writeOps } from './manual-edit.ts';
import { done, notFound, rejected } from './outcome.ts';

type Args = { readonly elementId?: string | null; readonly taskIds?: readonly string[] };
type Wanted = {
  readonly entity: EntityType;
  readonly id: string;
  readonly action: 'unlink' | 'removeLine' | 'restore' | 'attach' | 'handledElsewhere';
};

const everything = ['V12', 'V13', 'V14'];

/** What is done about removed things and lines without a place: one change set, undoable like any other. */
export const decideGraveyard = (
  state: ProjectState,
  event: StudioEventOf<'decideGraveyard'>,
  facts: TurnFacts,
): Outcome => {
  const ops: PatchOp[] = [];
  for (const [nth, { args, ...wanted }] of event.decisions.entries()) {
    const made = opsFor(state.records, wanted, args ?? {}, facts.turnId, nth);
    if (!made) return notFound();
    ops.push(...made);
  }
  return writeOps(
    state,
    facts,
    mergedOps(ops),
    'graveyard',
    everything,
    both(`טופלו ${event.decisions.length} פריטים.`, `${event.decisions.length} items were settled.`),
  );
};

/** Flags are settled by what is done about them, or dismissed with a reason. */
export const decideFlags = (state: ProjectState, event: StudioEventOf<'decideFlags'>, facts: TurnFacts): Outcome => {
  const ops: PatchOp[] = [];
  const decisions: Extract<NewProjectEvent, { kind: 'flag.decided' }>['data']['decisions'] = [];
  for (const [nth, { flagId, action, args }] of event.decisions.entries()) {
    const flag = state.flags.get(flagId);
    if (!flag || flag.status === 'resolved') return notFound();
    if (!flag.actions.includes(action)) return notAllowed();
    const { reason } = args ?? {};
    if (action === 'dismiss') {
      if (reason === undefined)
        return rejected('NOT_ALLOWED', both('כדי לסגור דגל צריך סיבה.', 'Dismissing a flag needs a reason.'));
      decisions.push({ flagId, status: 'dismissed', action, reason });
      continue;
    }
    if (
      action !== 'unlink' &&
      action !== 'removeLine' &&
      action !== 'restore' &&
      action !== 'attach' &&
      action !== 'handledElsewhere'
    )
      return notAllowed();
    for (const { entity, id } of flag.refs) {
      const made = opsFor(state.records, { entity: entity as EntityType, id, action }, args ?? {}, facts.turnId, nth);
      if (!made) return notFound();
      ops.push(...made);
    }
  }
  const say = both(`טופלו ${event.decisions.length} דגלים.`, `${event.decisions.length} flags were settled.`);
  const { userId, turnId } = facts;
  const decided: readonly NewProjectEvent[] =
    decisions.length === 0 ? [] : [{ kind: 'flag.decided', data: { by: userId, turnId, decisions } }];
  if (ops.length === 0) return conclude(state, facts, done(decided, say));
  const written = writeOps(state, facts, mergedOps(ops), 'flags', everything, say);
  return written.outcome === 'done' ? { ...written, events: [...decided, ...written.events] } : written;
};

const notAllowed = (): Outcome =>
  rejected(
    'NOT_ALLOWED',
    both('הפעולה הזו אינה מתאימה לדגל. בחרו פעולה אחרת.', 'This action does not fit the flag. Choose another.'),
  );

/** The ops behind one action on one entity; nothing when the entity is not here. */
const opsFor = (
  records: Records,
  { entity, id, action }: Wanted,
  args: Args,
  turnId: string,
  nth: number,
): readonly PatchOp[] | undefined => {
  const value = entityAt(records, entity, id);
  if (!value) return undefined;
  const shared = (suffix: string) => ({
    opId: `${action}-${nth}-${suffix}-${id}`.slice(0, 80),
    groupId: turnId,
    entity,
    id,
    reason: both('החלטה של אדם', "A person's decision"),
    include: true,
  });
  switch (action) {
    case 'restore':
      return value.tombstone === null
        ? restoreParents(records, { entity, id }, turnId, nth)
        : [{ ...shared('back'), op: 'restore' }];
    case 'removeLine':
      return [{ ...shared('gone'), op: 'tombstone', note: both('שורת העלות הוסרה', 'Cost line removed') }];
    case 'handledElsewhere':
      return entity === 'task'
        ? [{ ...shared('mode'), op: 'set', changes: { 'purchase.mode': 'handledElsewhere' } }]
        : [{ ...shared('cost'), op: 'set', changes: { costHandledElsewhere: true } }];
    case 'unlink':
    case 'attach': {
      const ops: PatchOp[] = [];
      for (const { path, dead } of deadLinks(records, value))
        ops.push({ ...shared(path), op: 'removeRef', path, refs: [...dead] });
      const elementId = action === 'attach' ? (args.elementId ?? null) : null;
      if (
        'elementId' in value &&
        (action === 'attach' || (value.elementId !== null && !isLive(records.element.get(value.elementId))))
      )
        ops.push({ ...shared('element'), op: 'set', changes: { elementId } });
      if (action === 'attach' && 'taskIds' in value && args.taskIds && args.taskIds.length > 0)
        ops.push({ ...shared('tasks'), op: 'addRef', path: 'taskIds', refs: [...args.taskIds] });
      return ops;
    }
  }
};

/** Brings back what a live entity lost: its element and its tasks. */
const restoreParents = (
  records: Records,
  { entity, id }: Pick<Wanted, 'entity' | 'id'>,
  turnId: string,
  nth: number,
): readonly PatchOp[] => {
  const value = entityAt(records, entity, id);
  const lost: { readonly entity: EntityType; readonly id: string }[] = [];
  if (value && 'elementId' in value && value.elementId !== null) lost.push({ entity: 'element', id: value.elementId });
  if (value && 'taskIds' in value) for (const each of value.taskIds) lost.push({ entity: 'task', id: each });
  if (value && 'elementIds' in value) for (const each of value.elementIds) lost.push({ entity: 'element', id: each });
  return lost
    .filter((each) => entityAt(records, each.entity, each.id) && !isLive(entityAt(records, each.entity, each.id)))
    .map((each) => ({
      op: 'restore',
      opId: `restore-${nth}-${each.id}`.slice(0, 80),
      groupId: turnId,
      entity: each.entity,
      id: each.id,
      reason: both('החלטה של אדם', "A person's decision"),
      include: true,
    }));
};

const deadLinks = (
  records: Records,
  value: object,
): readonly { readonly path: string; readonly dead: readonly string[] }[] =>
  (
    [
      ['taskIds', 'task'],
      ['elementIds', 'element'],
      ['dependsOn', 'task'],
    ] as const
  ).flatMap(([path, entity]) => {
    const ids = (value as Readonly<Record<string, readonly string[] | undefined>>)[path] ?? [];
    const dead = ids.filter((id) => !isLive(entityAt(records, entity, id)));
    return dead.length > 0 ? [{ path, dead }] : [];
  });

/** Two decisions may ask for the same thing; it is done once. */
const mergedOps = (ops: readonly PatchOp[]): readonly PatchOp[] => {
  const seen = new Set<string>();
  return ops.filter((op) => {
    const key = JSON.stringify([op.op, op.entity, 'id' in op ? op.id : '', 'path' in op ? op.path : '']);
    if (op.op === 'set' || !seen.has(key)) {
      seen.add(key);
      return true;
    }
    return false;
  });
};
