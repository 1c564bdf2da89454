import type { LogEvent } from '@atelier/kernel/core';
import { z } from 'zod';
import { DraftDelta, DraftSource, Impact } from '../domain/draft.ts';
import { ElementSnapshot, Fact, KnowledgeChunk, Project } from '../domain/entities.ts';
import { Conflict, Flag, Issue } from '../domain/findings.ts';
import { AutoFix, PatchOp } from '../domain/patch.ts';
import { idOf, JsonValue, LText, ProjectStage, Timestamp, TurnId, UserId } from '../domain/primitives.ts';
import { Quote, quoteStatuses } from '../domain/quote.ts';
import { SessionSettings } from '../domain/session.ts';
import { LegacyConversation, ScopeChoice } from '../domain/studio-event.ts';
import { ConversationMessage, RoutingSummary } from '../domain/turn.ts';
import { PaymentPlan, PolicyVersion, ProjectPricing } from '../domain/workspace.ts';
import { canFold } from './recorded.ts';

/** Any of the fields, and none of them undefined. */
const partOf = <Shape extends z.core.$ZodShape>(whole: z.ZodObject<Shape>) =>
  z.strictObject(
    Object.fromEntries(Object.entries(whole.shape).map(([name, each]) => [name, z.exactOptional(each)])),
  ) as unknown as z.ZodType<Partial<z.output<z.ZodObject<Shape>>>>;

const kind = <Kind extends string, Shape extends z.core.$ZodLooseShape>(name: Kind, shape: Shape) =>
  z.object({
    kind: z.literal(name),
    /** `via`: the agent's token or the admin's link by which `by` did it. Set by the server. */
    data: z.strictObject({ by: UserId, via: UserId.exactOptional(), turnId: TurnId.exactOptional(), ...shape }),
  });

const changeSet = {
  changeSetId: idOf('cs'),
  source: z.enum(['draft', 'manual', 'graveyard', 'flags', 'import', 'seed']),
  title: LText.exactOptional(),
  /** Only included ops, with `base` as it stood when they were applied. */
  ops: z.array(PatchOp).max(20_000),
  tempIdMap: z.record(z.string(), z.string()),
  baseSeq: z.int().min(0),
  draftId: idOf('drf').exactOptional(),
  draftRevision: z.int().exactOptional(),
  /** The version a person named with "finalize version". */
  versionName: z.string().max(120).exactOptional(),
  skillId: z.string().exactOptional(),
};

/** Domain events count towards the version people see ("v17"). */
const domain = [
  kind('project.created', {
    project: Project,
    clonedFrom: idOf('prj').exactOptional(),
    isDemo: z.boolean().exactOptional(),
  }),
  kind('project.settingsChanged', { set: partOf(Project) }),
  kind('changeset.applied', changeSet),
  kind('element.approved', { snapshot: ElementSnapshot }),
  kind('stage.changed', {
    from: ProjectStage,
    to: ProjectStage,
    reason: z.string().exactOptional(),
    acknowledged: z.array(z.string()),
  }),
  kind('quote.issued', { quote: Quote }),
  kind('quote.statusChanged', { quoteId: idOf('qt'), status: z.enum(quoteStatuses), note: z.string().exactOptional() }),
  kind('policy.pinned', { policy: PolicyVersion }),
  kind('pricing.set', { pricing: ProjectPricing }),
  kind('paymentPlan.set', { parts: PaymentPlan }),
  /** Facts that skills, answers and imports propose, or a person's own words (accepted at once). */
  kind('fact.recorded', { facts: z.array(Fact).max(500) }),
  kind('fact.decided', { decisions: z.array(z.strictObject({ factId: idOf('fct'), status: Fact.shape.status })) }),
  kind('flag.decided', {
    decisions: z.array(
      z.strictObject({
        flagId: z.string(),
        status: z.enum(['dismissed', 'resolved']),
        action: z.string(),
        reason: z.string().exactOptional(),
      }),
    ),
  }),
  kind('reconciliation.completed', {
    runId: idOf('rec'),
    changeSetId: idOf('cs').exactOptional(),
    passes: z.int(),
    fixes: z.array(AutoFix),
    opened: z.array(Flag),
    closed: z.array(z.string()),
  }),
  kind('legacy.imported', {
    source: z.string(),
    conversations: z.array(z.strictObject({ id: z.string(), hash: z.string(), conversation: LegacyConversation })),
  }),
  kind('knowledge.added', { chunks: z.array(KnowledgeChunk).max(500) }),
  kind('knowledge.changed', { chunkIds: z.array(idOf('kno')), to: z.enum(['on', 'off', 'removed']) }),
  kind('member.set', { userId: UserId, role: z.enum(['viewer', 'editor', 'owner']) }),
  kind('member.removed', { userId: UserId }),
] as const;

/** It came here from another installation: not a change of the project, so it does not count as a version. */
const moved = [kind('project.imported', { exportedBy: UserId })] as const;

const turn = [
  kind('turn.started', {
    userId: UserId,
    idempotencyKey: z.string().min(8).max(200),
    requestHash: z.string(),
    eventType: z.string(),
    userMessage: z.string().max(8_000).exactOptional(),
    retryOf: TurnId.exactOptional(),
    /** The request whose question about scope this answers, and with what. */
    answers: z.strictObject({ turnId: TurnId, choice: ScopeChoice }).exactOptional(),
    leaseUntil: Timestamp.exactOptional(),
  }),
  kind('turn.completed', {
    userId: UserId,
    eventType: z.string(),
    routing: RoutingSummary.exactOptional(),
    /** Whether a model was asked for the route. */
    usedRouterModel: z.boolean().exactOptional(),
    scope: z
      .strictObject({ resolved: z.array(z.string()), candidates: z.array(z.string()), method: z.string() })
      .exactOptional(),
    skillRun: JsonValue.exactOptional(),
    contextStats: JsonValue.exactOptional(),
    validation: z
      .array(z.strictObject({ code: z.string(), severity: z.string(), opId: z.string().exactOptional() }))
      .exactOptional(),
    judge: JsonValue.exactOptional(),
    draftRevisionBefore: z.int().exactOptional(),
    draftRevisionAfter: z.int().exactOptional(),
    changeSetId: z.string().exactOptional(),
    reconciliationRunId: z.string().exactOptional(),
    outcome: z.enum(['done', 'needs_scope', 'rejected']),
    /** Stored as it was answered; a repeat gets it again. */
    result: JsonValue,
    /** What the turn was told besides what the log holds, so that it can be run again. Older logs have none. */
    tape: JsonValue.exactOptional(),
  }),
  kind('turn.failed', { userId: UserId, errorCode: z.string(), result: JsonValue.exactOptional() }),
  kind('message.added', { userId: UserId, message: ConversationMessage }),
  kind('agentRun.recorded', { userId: UserId, run: JsonValue }),
] as const;

const draft = { userId: UserId, draftId: idOf('drf') };
const Place = z.int().min(0);

/** A person's own: drafts, pins and answers. Others do not see these. */
const session = [
  kind('session.patched', {
    userId: UserId,
    set: partOf(SessionSettings),
    /** Autosaved answers, only those that changed; null clears one. */
    answers: z.record(z.string(), JsonValue).exactOptional(),
  }),
  kind('draft.revised', {
    ...draft,
    revision: z.int().min(1),
    title: LText,
    source: DraftSource,
    delta: DraftDelta,
    status: z.enum(['open', 'blocked', 'conflicted']),
    blockedReasons: z.array(LText),
    /** What is as it was is the number of its place in the revision before. Older logs have everything in full. */
    issues: z.array(z.union([Issue, Place])),
    conflicts: z.array(Conflict),
    impact: Impact.extend({ elementIds: z.array(z.union([z.string(), Place])) }),
    lastTouched: z.array(z.string()),
    /** Where it goes: the active place, or among the parked. */
    place: z.enum(['active', 'parked']),
  }),
  kind('draft.statusChanged', {
    ...draft,
    status: z.enum(['open', 'blocked', 'conflicted']),
    blockedReasons: z.array(LText),
    conflicts: z.array(Conflict),
    reason: z.string().exactOptional(),
  }),
  kind('draft.cleared', { ...draft, why: z.enum(['applied', 'discarded', 'merged', 'expired']) }),
  kind('draft.parked', draft),
  kind('draft.activated', draft),
  kind('draft.shared', { ...draft, shared: z.boolean() }),
  /** `userId` is whose draft it is, `by` who says it. */
  kind('draft.commented', {
    ...draft,
    commentId: idOf('com'),
    revision: z.int().min(1),
    text: z.string().min(1).max(2_000),
  }),
] as const;

export const ProjectEventBody = z.discriminatedUnion('kind', [...domain, ...moved, ...turn, ...session]);
export type ProjectEventBody = z.infer<typeof ProjectEventBody>;
export type ProjectEventKind = ProjectEventBody['kind'];
export type ProjectEventOf<Kind extends ProjectEventKind> = Extract<ProjectEventBody, { kind: Kind }>;

/** With its place in the log. */
export type ProjectEvent = ProjectEventBody & { readonly seq: number; readonly at: string; readonly id: string };

/** What a decision hands to the log; `key` makes a repeat harmless. */
export type NewProjectEvent = ProjectEventBody & { readonly key?: string };

export const domainKinds: ReadonlySet<string> = new Set(domain.map(({ shape }) => shape.kind.value));
export const sessionKinds: ReadonlySet<string> = new Set(session.map(({ shape }) => shape.kind.value));

/** An event of the log. Undefined for one this build cannot read. */
export const readProjectEvent = (event: LogEvent): ProjectEvent | undefined =>
  canFold(event.kind, event.data) ? (event as unknown as ProjectEvent) : undefined;
