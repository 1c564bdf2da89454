import { EntityType } from '../domain/primitives.ts';
import type { ProjectEventKind } from './project-event.ts';

/**
 * What the fold needs of each kind, and nothing more. Whole shapes are checked before an event is appended or imported;
 * the log proves that the bytes are still the same, so checking every shape again would only make opening slow.
 */
type Guard = (value: unknown) => boolean;

const text: Guard = (value) => typeof value === 'string';
const whole: Guard = (value) => typeof value === 'number';
const truth: Guard = (value) => typeof value === 'boolean';
const record: Guard = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf =
  (item: Guard): Guard =>
  (value) =>
    Array.isArray(value) && value.every(item);
const either =
  (...guards: readonly Guard[]): Guard =>
  (value) =>
    guards.some((guard) => guard(value));
const fields = (wanted: Readonly<Record<string, Guard>>): Guard => {
  const entries = Object.entries(wanted);
  return (value) => record(value) && entries.every(([name, guard]) => guard((value as Record<string, unknown>)[name]));
};

const entities: ReadonlySet<unknown> = new Set(EntityType.options);
const entity: Guard = (value) => entities.has(value);
const opShapes: Readonly<Record<string, Guard>> = {
  create: fields({ entity, opId: text, tempId: text, fields: record }),
  set: fields({ entity, opId: text, id: text, changes: record }),
  addRef: fields({ entity, opId: text, id: text, path: text, refs: listOf(text) }),
  removeRef: fields({ entity, opId: text, id: text, path: text, refs: listOf(text) }),
  tombstone: fields({ entity, opId: text, id: text, note: record }),
  restore: fields({ entity, opId: text, id: text }),
};
const op: Guard = (value) => record(value) && opShapes[(value as { op: string }).op]?.(value) === true;
const fix: Guard = fields({
  entity,
  id: text,
  fix: (value) => value === 'lineStatus' || value === 'dropRefs' || value === 'sortKey',
});
const ofPerson = { userId: text };
const ofDraft = { userId: text, draftId: text };

const needs: Readonly<Record<ProjectEventKind, Guard>> = {
  'project.created': fields({ project: fields({ id: text }) }),
  'project.settingsChanged': fields({ set: record }),
  'changeset.applied': fields({ changeSetId: text, source: text, ops: listOf(op), tempIdMap: record }),
  'element.approved': fields({ snapshot: fields({ elementId: text }) }),
  'stage.changed': fields({ to: text }),
  'quote.issued': fields({ quote: fields({ id: text }) }),
  'quote.statusChanged': fields({ quoteId: text, status: text }),
  'policy.pinned': fields({ policy: record }),
  'pricing.set': fields({ pricing: record }),
  'paymentPlan.set': fields({ parts: listOf(record) }),
  'fact.recorded': fields({ facts: listOf(fields({ id: text })) }),
  'fact.decided': fields({ decisions: listOf(fields({ factId: text, status: text })) }),
  'flag.decided': fields({ decisions: listOf(fields({ flagId: text, status: text })) }),
  'reconciliation.completed': fields({
    fixes: listOf(fix),
    opened: listOf(fields({ id: text })),
    closed: listOf(text),
  }),
  'legacy.imported': fields({ source: text, conversations: listOf(fields({ id: text, hash: text })) }),
  'knowledge.added': fields({ chunks: listOf(fields({ id: text })) }),
  'knowledge.changed': fields({ chunkIds: listOf(text), to: text }),
  'member.set': fields({ userId: text, role: text }),
  'member.removed': fields(ofPerson),
  'project.imported': fields({ exportedBy: text }),
  'turn.started': fields({ ...ofPerson, idempotencyKey: text, requestHash: text, eventType: text }),
  'turn.completed': fields({ ...ofPerson, eventType: text, outcome: text }),
  'turn.failed': fields({ ...ofPerson, errorCode: text }),
  'message.added': fields({ ...ofPerson, message: fields({ id: text }) }),
  'agentRun.recorded': fields(ofPerson),
  'session.patched': fields({ ...ofPerson, set: record }),
  'draft.revised': fields({
    ...ofDraft,
    revision: whole,
    delta: fields({
      carry: either((value) => value === 'all', listOf(text)),
      added: listOf(op),
      changed: listOf(op),
      dropped: listOf(fields({ opId: text })),
    }),
    issues: listOf(either(whole, record)),
    impact: fields({ elementIds: listOf(either(text, whole)) }),
    lastTouched: listOf(text),
    status: text,
    place: text,
  }),
  'draft.statusChanged': fields({ ...ofDraft, status: text }),
  'draft.cleared': fields({ ...ofDraft, why: text }),
  'draft.parked': fields(ofDraft),
  'draft.activated': fields(ofDraft),
  'draft.shared': fields({ ...ofDraft, shared: truth }),
  'draft.commented': fields({ ...ofDraft, commentId: text, revision: whole, text }),
};

export const canFold = (kind: string, data: unknown): boolean =>
  Object.hasOwn(needs, kind) && text((data as { by?: unknown }).by) && needs[kind as ProjectEventKind](data);
