import { z } from 'zod';
import { Draft } from './draft.ts';
import { Fact } from './entities.ts';
import { Conflict, Flag, Issue, Severity } from './findings.ts';
import { JsonValue, Lang, LText } from './primitives.ts';
import { Question } from './questions.ts';
import { ScopeCandidate } from './session.ts';
import { StudioEvent } from './studio-event.ts';

export const errorCodes = [
  'BAD_EVENT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'PROJECT_NOT_FOUND',
  'FEATURE_DISABLED',
  'TURN_IN_PROGRESS',
  'SESSION_BUSY',
  'IDEMPOTENCY_KEY_REUSED',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'LOG_CONTENTION',
  'MODEL_UNAVAILABLE',
  'TURN_ABANDONED',
  'TURN_CANCELLED',
  'INTERNAL',
] as const;
export type TurnErrorCode = (typeof errorCodes)[number];

/** Why a turn that was processed changed nothing. */
export const blockerCodes = [
  'NEEDS_SCOPE',
  'STAGE_GATED',
  'NO_DRAFT',
  'DRAFT_REVISION_MISMATCH',
  'DRAFT_BLOCKED',
  'VALIDATION_FAILED',
  'SKILL_OUTPUT_INVALID',
  'APPLY_CONFLICT',
  'BUDGET_EXCEEDED',
  'SKILL_DISABLED',
  'STAGE_CRITERIA',
  'QUOTE_BLOCKED',
  'FORBIDDEN_ISSUE',
  'ACK_REQUIRED',
  'NOT_FOUND',
  'NOT_ALLOWED',
] as const;
export type BlockerCode = (typeof blockerCodes)[number];

export const RoutingSummary = z.strictObject({
  route: z.string(),
  turnStage: z.enum(['ideation', 'planning', 'solutioning']),
  turnChannel: z.enum(['questions', 'chat', 'none']),
  chosenSkillId: z.string().nullable(),
  routedBy: z.enum(['event', 'slash', 'phrase', 'pin', 'heuristic', 'llm', 'default']),
  confidence: z.number(),
  scores: z.record(z.string(), z.number()).exactOptional(),
  reasons: z.array(z.string()).max(3),
});
export type RoutingSummary = z.infer<typeof RoutingSummary>;

export const messageTags = z.strictObject({
  turnStage: z.enum(['ideation', 'planning', 'solutioning']),
  channel: z.enum(['questions', 'chat', 'none']),
  skillId: z.string().exactOptional(),
  skillVersion: z.string().exactOptional(),
  render: z.enum(['chat', 'questions', 'draft_changes']).exactOptional(),
  routedBy: z.string(),
  elementIds: z.array(z.string()).max(50),
  /** Knowledge the answer drew on, by where it came from. */
  sources: z.array(z.string().max(300)).max(8).exactOptional(),
  draftRevision: z.int().exactOptional(),
  outcome: z.enum(['done', 'needs_scope', 'rejected']).exactOptional(),
});

export const ConversationMessage = z.strictObject({
  id: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  text: z.string().max(20_000),
  lang: z.enum(['he', 'en']),
  turnId: z.string(),
  tags: messageTags,
});
export type ConversationMessage = z.infer<typeof ConversationMessage>;

const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

export const SuggestedAction = z.strictObject({ label: LText, event: StudioEvent }).readonly();
export type SuggestedAction = z.infer<typeof SuggestedAction>;

export const Card = z
  .strictObject({
    kind: z.enum(['idea', 'issue', 'element', 'list']),
    title: LText,
    text: LText.exactOptional(),
    severity: Severity.exactOptional(),
    code: z.string().exactOptional(),
    refs: list(z.string()).exactOptional(),
    rows: list(z.strictObject({ label: LText, value: z.string() }).readonly()).exactOptional(),
    costBand: z.strictObject({ fromMinor: z.int(), toMinor: z.int() }).readonly().exactOptional(),
    action: SuggestedAction.exactOptional(),
  })
  .readonly();
export type Card = z.infer<typeof Card>;

/** One changed field. Values are as stored; the screen formats them. */
export const FieldDiff = z.strictObject({ path: z.string(), from: JsonValue, to: JsonValue }).readonly();
export type FieldDiff = z.infer<typeof FieldDiff>;

export const OpDiff = z
  .strictObject({
    opId: z.string(),
    op: z.enum(['create', 'set', 'addRef', 'removeRef', 'tombstone', 'restore']),
    entity: z.string(),
    id: z.string(),
    label: LText,
    include: z.boolean(),
    fields: list(FieldDiff),
    costDeltaMinor: z.int(),
    reason: LText,
    issues: list(Issue),
    groupId: z.string(),
  })
  .readonly();
export type OpDiff = z.infer<typeof OpDiff>;

/** The changes of one element; no element is the project itself. */
export const DiffGroup = z
  .strictObject({ elementId: z.string().nullable(), label: LText, ops: list(OpDiff) })
  .readonly();
export type DiffGroup = z.infer<typeof DiffGroup>;

export const Render = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('chat'), cards: list(Card).exactOptional() }).readonly(),
  z
    .strictObject({
      kind: z.literal('questions'),
      purpose: z.enum(['intake', 'scope']),
      questions: list(Question),
      progress: z.strictObject({ answered: z.int(), required: z.int() }).readonly(),
    })
    .readonly(),
  z.strictObject({ kind: z.literal('draft_changes'), draft: Draft, diff: list(DiffGroup) }).readonly(),
]);
export type Render = z.infer<typeof Render>;

export const NeedsScope = z
  .strictObject({
    mention: z.string(),
    candidates: list(ScopeCandidate),
    allowCreate: z.boolean(),
    allowProject: z.boolean(),
  })
  .readonly();
export type NeedsScope = z.infer<typeof NeedsScope>;

/** What a turn that was processed answers, whether it changed anything or not. */
export const StudioTurnDone = z
  .strictObject({
    ok: z.literal(true),
    turnId: z.string(),
    replayed: z.boolean(),
    headSeq: z.int(),
    outcome: z.enum(['done', 'needs_scope', 'rejected']),
    assistantMessage: z.strictObject({ id: z.string(), text: z.string(), lang: Lang }).readonly(),
    render: Render,
    needsScope: NeedsScope.exactOptional(),
    warnings: list(Issue),
    blockers: list(Issue),
    proposedFacts: list(Fact),
    conflicts: list(Conflict),
    flags: list(Flag).exactOptional(),
    suggestedActions: list(SuggestedAction),
    routing: RoutingSummary,
  })
  .readonly();
export type StudioTurnDone = z.infer<typeof StudioTurnDone>;

export type StudioTurnResult =
  | StudioTurnDone
  | {
      readonly ok: false;
      readonly error: {
        readonly code: TurnErrorCode;
        readonly message: LText;
        readonly retryable: boolean;
        readonly turnId?: string;
      };
    };
