import { z } from 'zod';
import { command } from '../command.ts';
import { Impact } from './domain/draft.ts';
import { DayDate, idOf, JsonValue, Lang, LText } from './domain/primitives.ts';
import { DiffGroup, StudioTurnDone } from './domain/turn.ts';
import {
  Company,
  DirectoryRecord,
  PolicyVersion,
  PriceListItem,
  ProjectDefaults,
  StudioModels,
} from './domain/workspace.ts';
import {
  HistoryEntry,
  PricingEffect,
  ProjectRole,
  ProjectView,
  ThreadMessage,
  TurnTrace,
  WorkspaceView,
} from './view.ts';

const Seq = z.int().nonnegative();
const nothing = z.strictObject({});
const projectId = idOf('prj');
const storeRefusals = ['STORE_BUSY', 'STORE_UNHEALTHY'] as const;
const projectRefusals = ['PROJECT_NOT_FOUND', 'FEATURE_DISABLED', ...storeRefusals] as const;
/** A client that retries sends the same id again; what was recorded the first time is the answer. */
const requestId = z.string().min(8).max(200);

/** The stream of what all projects share, and of one project. */
export const studioStream = 'studio';
export const projectStream = (id: string): string => `project/${id}`;

export const studioCommands = {
  /** Projects, company, policies, directory; `seq` is where stream `studio` goes on. */
  StudioWorkspaceGet: command({
    role: 'viewer',
    params: nothing,
    result: z.object({ view: WorkspaceView, seq: Seq }),
    refusals: ['STORE_UNHEALTHY'],
  }),
  StudioProjectCreate: command({
    role: 'member',
    params: z.strictObject({
      requestId,
      title: LText,
      clientName: z.string().min(1).max(200),
      eventDate: DayDate.optional(),
      primaryLang: Lang,
    }),
    result: z.object({ projectId }),
    refusals: storeRefusals,
  }),
  /** The project of the first two minutes, and one to practise on. Asked twice, it answers the same. */
  StudioDemoCreate: command({
    role: 'member',
    params: z.strictObject({ requestId }),
    result: z.object({ projectId, practiceId: projectId }),
    refusals: storeRefusals,
  }),
  /** Dates move with the event day; no id is shared with the original. */
  StudioProjectClone: command({
    role: 'member',
    project: 'viewer',
    params: z.strictObject({
      requestId,
      projectId,
      title: LText,
      eventDate: DayDate.optional(),
      withCosts: z.boolean(),
      asTemplate: z.boolean(),
    }),
    result: z.object({ projectId }),
    refusals: ['FORBIDDEN', ...projectRefusals],
  }),

  /** One project as the caller may see it. With `since`, records that have not changed after it are left out. */
  StudioGet: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId, since: Seq.optional() }),
    result: z.object({ view: ProjectView, seq: Seq, isDelta: z.boolean() }),
    refusals: projectRefusals,
  }),
  /** The only way anything happens to a project. `event` is checked against `StudioEvent` after the caller is known. */
  RunStudioTurn: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({
      projectId,
      idempotencyKey: requestId,
      retryOf: idOf('trn').optional(),
      event: JsonValue,
    }),
    result: StudioTurnDone,
    refusals: [
      'BAD_EVENT',
      'FORBIDDEN',
      'TURN_IN_PROGRESS',
      'SESSION_BUSY',
      'IDEMPOTENCY_KEY_REUSED',
      'RATE_LIMITED',
      'LOG_CONTENTION',
      'MODEL_UNAVAILABLE',
      'TURN_ABANDONED',
      'TURN_CANCELLED',
      ...projectRefusals,
    ],
  }),
  /** Older messages of the thread, newest first before `before`. */
  StudioThreadGet: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId, before: Seq, limit: z.int().min(1).max(200) }),
    result: z.object({ messages: z.array(ThreadMessage), earlier: z.int() }),
    refusals: projectRefusals,
  }),
  StudioHistoryGet: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId, before: Seq.optional(), limit: z.int().min(1).max(100) }),
    result: z.object({ entries: z.array(HistoryEntry), more: z.boolean() }),
    refusals: projectRefusals,
  }),
  /** The project as it was right after an event: read-only. */
  StudioAsOf: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId, seq: Seq }),
    result: z.object({ view: ProjectView }),
    refusals: projectRefusals,
  }),
  /** A draft of the caller's own as it was at one of its revisions, against the project as it is now: read-only. */
  StudioDraftRevisionGet: command({
    role: 'viewer',
    project: 'editor',
    params: z.strictObject({ projectId, draftId: idOf('drf'), revision: z.int().min(1) }),
    result: z.object({ impact: Impact, diff: z.array(DiffGroup).readonly() }),
    refusals: ['FORBIDDEN', 'DRAFT_NOT_FOUND', ...projectRefusals],
  }),
  StudioTurnTraceGet: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId, turnId: idOf('trn') }),
    result: z.object({ trace: TurnTrace }),
    refusals: ['TURN_NOT_FOUND', ...projectRefusals],
  }),

  /** Who is in the project, and with which role. */
  StudioMembersGet: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId }),
    result: z.object({ members: z.array(z.strictObject({ userId: z.string(), role: ProjectRole })) }),
    refusals: projectRefusals,
  }),
  /** By an owner, for somebody who is in the installation already. */
  StudioMemberSet: command({
    role: 'viewer',
    project: 'owner',
    params: z.strictObject({ projectId, userId: z.string().min(1).max(80), role: ProjectRole }),
    result: z.object({ seq: Seq }),
    refusals: ['FORBIDDEN', 'LAST_OWNER', 'PERSON_NOT_FOUND', ...projectRefusals],
  }),
  /** By an owner, or by whoever leaves. Their open tabs are closed. */
  StudioMemberRemove: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId, userId: z.string().min(1).max(80) }),
    result: z.object({ seq: Seq }),
    refusals: ['FORBIDDEN', 'LAST_OWNER', 'MEMBER_NOT_FOUND', ...projectRefusals],
  }),

  StudioCompanySet: command({
    params: z.strictObject({ requestId, company: Company }),
    result: z.object({ seq: Seq }),
    refusals: storeRefusals,
  }),
  /** What projects made from now on start with. */
  StudioDefaultsSet: command({
    params: z.strictObject({ requestId, defaults: ProjectDefaults }),
    result: z.object({ seq: Seq }),
    refusals: storeRefusals,
  }),
  /** Which model routes, works and judges. Null leaves it to Atelier. */
  StudioModelsSet: command({
    params: z.strictObject({ requestId, models: StudioModels }),
    result: z.object({ seq: Seq }),
    refusals: storeRefusals,
  }),
  StudioDirectorySet: command({
    role: 'member',
    params: z.strictObject({ requestId, record: DirectoryRecord }),
    result: z.object({ seq: Seq }),
    refusals: storeRefusals,
  }),
  /** What a policy would move, project by project; nothing is published. */
  StudioPolicyPreview: command({
    params: z.strictObject({ policy: PolicyVersion.omit({ id: true, version: true }) }),
    result: z.object({ effects: z.array(PricingEffect) }),
    refusals: storeRefusals,
  }),
  StudioPolicyPublish: command({
    params: z.strictObject({ requestId, policy: PolicyVersion.omit({ id: true, version: true }) }),
    result: z.object({ policyId: z.string(), seq: Seq }),
    refusals: storeRefusals,
  }),
  /** The effect of new prices on every line that names them; nothing is published. */
  StudioPriceListPreview: command({
    params: z.strictObject({ items: z.array(PriceListItem).max(20_000) }),
    result: z.object({
      lines: z.array(
        z.strictObject({
          projectId: z.string(),
          lineId: z.string(),
          label: LText,
          sku: z.string(),
          beforeMinor: z.int(),
          afterMinor: z.int(),
        }),
      ),
      effects: z.array(PricingEffect),
    }),
    refusals: storeRefusals,
  }),
  StudioPriceListPublish: command({
    params: z.strictObject({
      requestId,
      currency: z.string().regex(/^[A-Z]{3}$/),
      priceAsOf: DayDate,
      source: z.string().min(1).max(300),
      items: z.array(PriceListItem).min(1).max(20_000),
    }),
    result: z.object({ listId: z.string(), seq: Seq }),
    refusals: storeRefusals,
  }),
};
