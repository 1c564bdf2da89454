import type { Draft, DraftComment, DraftDelta } from '../domain/draft.ts';
import type { ElementSnapshot, KnowledgeChunk } from '../domain/entities.ts';
import type { Flag } from '../domain/findings.ts';
import type { LText, ProjectStage } from '../domain/primitives.ts';
import type { Quote } from '../domain/quote.ts';
import type { SessionSettings } from '../domain/session.ts';
import type { LegacyConversation, ScopeChoice } from '../domain/studio-event.ts';
import type { ConversationMessage, RoutingSummary } from '../domain/turn.ts';
import type { PaymentPlan, PolicyVersion, ProjectPricing } from '../domain/workspace.ts';
import { emptyRecords, type Records } from './records.ts';

/** A draft with every revision it had, as deltas. */
export type DraftState = Draft & {
  readonly deltas: readonly DraftDelta[];
  /** Absent until somebody says something about it. */
  readonly comments?: readonly (DraftComment & { readonly seq: number })[];
  readonly closed?: 'applied' | 'discarded' | 'merged' | 'expired';
};

export type SessionState = {
  settings: SessionSettings;
  draft: DraftState | null;
  parked: DraftState[];
  /** The last ones that were applied or discarded, newest first: any of them can be brought back. */
  closed: DraftState[];
  activeTurn: { readonly turnId: string; readonly leaseUntil?: string } | null;
  lastRouting: RoutingSummary | null;
  /** What the last turn was about. */
  lastScope: readonly string[];
  /** Where they last did something; looking is in the settings. */
  actedSeq?: number;
  createdAt: string;
  updatedAt: string;
};

export type TurnState = {
  readonly turnId: string;
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly eventType: string;
  readonly userMessage?: string;
  readonly answers?: { readonly turnId: string; readonly choice: ScopeChoice };
  readonly startedAt: string;
  readonly startedSeq: number;
  status: 'started' | 'completed' | 'failed';
  endedAt?: string;
  /** Where the stored result stands in the log. */
  endSeq?: number;
  skillId?: string;
  errorCode?: string;
};

export type ChangeSetMeta = {
  readonly changeSetId: string;
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly version: number;
  readonly source: string;
  readonly title?: LText;
  readonly turnId?: string;
  readonly skillId?: string;
  readonly versionName?: string;
  readonly opCount: number;
};

export type MessageState = ConversationMessage & { readonly at: string; readonly seq: number; readonly userId: string };

export type ProjectState = {
  /** The seq of the next event. */
  seq: number;
  /** The version people see: how many domain events there were. */
  domainSeq: number;
  lastAt: string;
  readonly records: Records;
  /** Oldest first, by element. */
  readonly snapshots: Map<string, readonly ElementSnapshot[]>;
  policy: PolicyVersion | null;
  pricing: ProjectPricing | null;
  paymentPlan: PaymentPlan;
  readonly quotes: Map<string, Quote>;
  readonly flags: Map<string, Flag>;
  readonly sessions: Map<string, SessionState>;
  readonly turns: Map<string, TurnState>;
  /** `<user>\n<key>` → turn. */
  readonly turnByKey: Map<string, string>;
  readonly messages: MessageState[];
  readonly changeSets: ChangeSetMeta[];
  /** Who last changed an entity, for conflicts. */
  readonly lastChange: Map<string, { readonly by: string; readonly at: string; readonly changeSetId: string }>;
  readonly stages: { readonly to: ProjectStage; readonly at: string; readonly by: string; readonly reason?: string }[];
  readonly knowledge: Map<string, KnowledgeChunk>;
  /** By hash, so that the same conversation is imported once. */
  readonly legacy: Map<
    string,
    { readonly id: string; readonly source: string; readonly at: string; readonly conversation: LegacyConversation }
  >;
  readonly members: Map<string, 'viewer' | 'editor' | 'owner'>;
  /** The last 200 turns that ran a skill, for the router's budget. */
  readonly skillTurns: { readonly turnId: string; readonly at: string; readonly usedRouterModel: boolean }[];
  /** The last 500 attempts to apply, for the alarm. */
  readonly applies: {
    readonly at: string;
    readonly outcome: 'applied' | 'conflicted';
    changeSetId?: string;
    flagged: boolean;
  }[];
};

export const emptyProjectState = (): ProjectState => ({
  seq: 0,
  domainSeq: 0,
  lastAt: '',
  records: emptyRecords(),
  snapshots: new Map(),
  policy: null,
  pricing: null,
  paymentPlan: [],
  quotes: new Map(),
  flags: new Map(),
  sessions: new Map(),
  turns: new Map(),
  turnByKey: new Map(),
  messages: [],
  changeSets: [],
  lastChange: new Map(),
  stages: [],
  knowledge: new Map(),
  legacy: new Map(),
  members: new Map(),
  skillTurns: [],
  applies: [],
});

export const emptySession = (at: string): SessionState => ({
  settings: {
    pinnedStage: 'auto',
    pinnedChannel: 'auto',
    selectedElementIds: [],
    focus: { kind: 'project', ids: [] },
    activeQuestionsSkillId: null,
    visibleQids: [],
    draftAnswers: {},
    savedAnswers: {},
    skippedQids: [],
    continueAnyway: false,
    generatedQuestions: [],
    lastSkillId: null,
    openScope: null,
    locale: 'he',
    seenSeq: 0,
  },
  draft: null,
  parked: [],
  closed: [],
  activeTurn: null,
  lastRouting: null,
  lastScope: [],
  createdAt: at,
  updatedAt: at,
});
