import { z } from 'zod';
import type { Draft } from './draft.ts';
import type { Fact } from './entities.ts';
import type { Conflict, Flag, Issue } from './findings.ts';
import type { Lang, LText } from './primitives.ts';
import type { Question } from './questions.ts';
import type { ScopeCandidate } from './session.ts';
import type { StudioEvent } from './studio-event.ts';

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

export type Card = {
  readonly kind: 'idea' | 'issue' | 'element' | 'list';
  readonly title: LText;
  readonly text?: LText;
  readonly severity?: Issue['severity'];
  readonly code?: string;
  readonly refs?: readonly string[];
  readonly rows?: readonly { readonly label: LText; readonly value: string }[];
  readonly costBand?: { readonly fromMinor: number; readonly toMinor: number };
  readonly action?: SuggestedAction;
};

export type SuggestedAction = { readonly label: LText; readonly event: StudioEvent };

/** One changed field. Values are as stored; the screen formats them. */
export type FieldDiff = { readonly path: string; readonly from: unknown; readonly to: unknown };
export type OpDiff = {
  readonly opId: string;
  readonly op: 'create' | 'set' | 'addRef' | 'removeRef' | 'tombstone' | 'restore';
  readonly entity: string;
  readonly id: string;
  readonly label: LText;
  readonly include: boolean;
  readonly fields: readonly FieldDiff[];
  readonly costDeltaMinor: number;
  readonly reason: LText;
  readonly issues: readonly Issue[];
  readonly groupId: string;
};
/** The changes of one element; no element is the project itself. */
export type DiffGroup = { readonly elementId: string | null; readonly label: LText; readonly ops: readonly OpDiff[] };

export type Render =
  | { readonly kind: 'chat'; readonly cards?: readonly Card[] }
  | {
      readonly kind: 'questions';
      readonly purpose: 'intake' | 'scope';
      readonly questions: readonly Question[];
      readonly progress: { readonly answered: number; readonly required: number };
    }
  | { readonly kind: 'draft_changes'; readonly draft: Draft; readonly diff: readonly DiffGroup[] };

export type NeedsScope = {
  readonly mention: string;
  readonly candidates: readonly ScopeCandidate[];
  readonly allowCreate: boolean;
  readonly allowProject: boolean;
};

export type StudioTurnResult =
  | {
      readonly ok: true;
      readonly turnId: string;
      readonly replayed: boolean;
      readonly headSeq: number;
      readonly outcome: 'done' | 'needs_scope' | 'rejected';
      readonly assistantMessage: { readonly id: string; readonly text: string; readonly lang: Lang };
      readonly render: Render;
      readonly needsScope?: NeedsScope;
      readonly warnings: readonly Issue[];
      readonly blockers: readonly Issue[];
      readonly proposedFacts: readonly Fact[];
      readonly conflicts: readonly Conflict[];
      readonly flags?: readonly Flag[];
      readonly suggestedActions: readonly SuggestedAction[];
      readonly routing: RoutingSummary;
    }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: TurnErrorCode;
        readonly message: LText;
        readonly retryable: boolean;
        readonly turnId?: string;
      };
    };
