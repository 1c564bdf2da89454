import { z } from 'zod';
import { projectRoles } from '../command.ts';
import { Draft, DraftComment } from './domain/draft.ts';
import {
  Decision,
  Element,
  ElementSnapshot,
  Fact,
  KnowledgeChunk,
  MaterialLine,
  Project,
  Risk,
  Section,
  Task,
  WorkLine,
} from './domain/entities.ts';
import { Flag, Issue } from './domain/findings.ts';
import { DayDate, JsonValue, LText, Minor } from './domain/primitives.ts';
import { Question } from './domain/questions.ts';
import { Quote, quoteStatuses } from './domain/quote.ts';
import { SessionSettings } from './domain/session.ts';
import { ConversationMessage, DiffGroup } from './domain/turn.ts';
import {
  Company,
  DirectoryRecord,
  PaymentPlan,
  PolicyVersion,
  PriceListVersion,
  ProjectCard,
  ProjectDefaults,
  ProjectPricing,
  SkillOverride,
  StudioModels,
} from './domain/workspace.ts';

const Seq = z.int().nonnegative();

/** What a person may do in one project. */
export const ProjectRole = z.enum(projectRoles);
export type ProjectRole = z.infer<typeof ProjectRole>;

export const ThreadMessage = ConversationMessage.extend({ seq: Seq, at: z.string(), by: z.string() });
export type ThreadMessage = z.infer<typeof ThreadMessage>;

/** An issued quote in a list: no cost of ours is in it. */
export const QuoteCard = z.strictObject({
  id: z.string(),
  number: z.string(),
  version: z.int(),
  status: z.enum(quoteStatuses),
  issuedAt: z.string(),
  totalMinor: Minor,
  locale: Quote.shape.locale,
  validUntil: DayDate,
  /** Prices, snapshots or policy moved since it was issued. */
  isOutdated: z.boolean(),
});
export type QuoteCard = z.infer<typeof QuoteCard>;

/** What one person has open in the project: it survives a reload and nobody else sees it. */
export const SessionView = z.strictObject({
  settings: SessionSettings,
  draft: Draft.nullable(),
  diff: z.array(DiffGroup).readonly(),
  parked: z.array(Draft),
  /** What was said about the open draft, oldest first. */
  comments: z.array(DraftComment),
  /** Those of the visible questions, in order. */
  questions: z.array(Question),
  progress: z.strictObject({ answered: z.int(), required: z.int() }),
  activeTurn: z.strictObject({ turnId: z.string(), since: z.string(), eventType: z.string() }).nullable(),
  /** A turn that a stop of the server cut off: it can be sent again. */
  abandoned: z.strictObject({ turnId: z.string(), text: z.string() }).nullable(),
});
export type SessionView = z.infer<typeof SessionView>;

/** What others did in a project since one person last looked at it or did something there. */
export const Unread = z.strictObject({
  /** The first seq that is new. */
  from: Seq,
  changes: z.int(),
  approvals: z.int(),
  quotes: z.int(),
  messages: z.int(),
  /** On the draft this person has open. */
  comments: z.int(),
  by: z.array(z.string()),
  /** They never were here: all of it is new, and nothing of it is news. */
  isFirstVisit: z.boolean(),
});
export type Unread = z.infer<typeof Unread>;

/**
 * One project as its caller may see it. Records come whole the first time; asked again with `since`, only those that
 * changed. Everything that follows from them (totals, schedule, working quote) is calculated where it is shown.
 */
export const ProjectView = z.strictObject({
  projectId: z.string(),
  project: Project,
  role: ProjectRole,
  /** The version people see: how often the project itself changed. */
  version: z.int(),
  canSeeCosts: z.boolean(),
  elements: z.array(Element),
  snapshots: z.array(ElementSnapshot),
  tasks: z.array(Task),
  materialLines: z.array(MaterialLine),
  workLines: z.array(WorkLine),
  facts: z.array(Fact),
  risks: z.array(Risk),
  decisions: z.array(Decision),
  sections: z.array(Section),
  knowledge: z.array(KnowledgeChunk),
  flags: z.array(Flag),
  quotes: z.array(QuoteCard),
  /** Null for whoever may not see costs: margins are costs too. */
  policy: PolicyVersion.nullable(),
  pricing: ProjectPricing.nullable(),
  paymentPlan: PaymentPlan,
  company: Company.nullable(),
  directory: z.array(DirectoryRecord),
  /** Of each record here, as it stands: what a person changes is held against it. */
  hashes: z.record(z.string(), z.string()),
  /** Of each element here, over what a person approves. */
  specHashes: z.record(z.string(), z.string()),
  messages: z.array(ThreadMessage),
  /** How many came before them. */
  earlierMessages: z.int(),
  hasLegacy: z.boolean(),
  /** What others have open and let everybody read who may see costs. */
  sharedDrafts: z.array(
    z.strictObject({
      by: z.string(),
      draftId: z.string(),
      title: LText,
      revision: z.int(),
      diff: z.array(DiffGroup).readonly(),
      comments: z.array(DraftComment),
    }),
  ),
  /** Null: nobody else did anything since this person was last here. */
  unread: Unread.nullable(),
  session: SessionView,
});
export type ProjectView = z.infer<typeof ProjectView>;

/** One applied change, as History lists it. */
export const HistoryEntry = z.strictObject({
  seq: Seq,
  at: z.string(),
  by: z.string(),
  version: z.int(),
  kind: z.string(),
  changeSetId: z.string().nullable(),
  title: LText.nullable(),
  versionName: z.string().nullable(),
  message: z.string().nullable(),
  skillId: z.string().nullable(),
  modelId: z.string().nullable(),
  ops: z.int(),
  diff: z.array(DiffGroup).readonly(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const PriceListCard = PriceListVersion.omit({ items: true }).extend({ items: z.int() });

export const WorkspaceView = z.strictObject({
  /** `unread`: others did something there since this person last looked. */
  projects: z.array(ProjectCard.extend({ unread: z.int().exactOptional() })),
  company: Company.nullable(),
  policies: z.array(PolicyVersion),
  directory: z.array(DirectoryRecord),
  priceList: PriceListCard.nullable(),
  models: StudioModels,
  defaults: ProjectDefaults,
});
export type WorkspaceView = z.infer<typeof WorkspaceView>;

/** What a new policy or price list would move, before anybody publishes it. */
export const PricingEffect = z.strictObject({
  projectId: z.string(),
  title: LText,
  eventDate: DayDate.nullable(),
  beforeMinor: z.int(),
  afterMinor: z.int(),
  openQuotes: z.array(z.string()),
});
export type PricingEffect = z.infer<typeof PricingEffect>;

const SkillSetting = SkillOverride.omit({ promptHash: true, schemaHash: true });

/** One change an admin made to a skill; `setting` is null where they went back to the built-in one. */
export const SkillChange = z.strictObject({
  seq: Seq,
  at: z.string(),
  by: z.string(),
  setting: SkillSetting.nullable(),
});
export type SkillChange = z.infer<typeof SkillChange>;

/** What a skill would answer, with nothing of it recorded in the project. */
export const SkillTrial = z.strictObject({
  text: z.string(),
  /** The model that answered; null for the built-in rules. */
  modelId: z.string().nullable(),
  ms: z.number(),
  tokensIn: z.int().nullable(),
  tokensOut: z.int().nullable(),
  costMicros: z.int().nullable(),
  cards: z.array(z.strictObject({ title: LText, text: LText.nullable() })),
  questions: z.array(LText),
  diff: z.array(DiffGroup),
  issues: z.array(Issue),
});
export type SkillTrial = z.infer<typeof SkillTrial>;

export const SkillCard = z.strictObject({
  skillId: z.string(),
  version: z.string(),
  stage: z.string(),
  channel: z.string(),
  promptHash: z.string(),
  schemaHash: z.string(),
  prompt: z.strictObject({ he: z.string(), en: z.string() }),
  promptOverride: z.string().nullable(),
  /** Everything an admin has set, so that changing one thing keeps the others. */
  override: SkillSetting.nullable(),
  isEnabled: z.boolean(),
  /** The override was written against another prompt or schema; with another schema it is ignored. */
  needsSync: z.enum(['no', 'prompt', 'schema']),
  /** A row without code behind it. */
  isGhost: z.boolean(),
  /** Of the last 30 days. */
  runs: z.strictObject({ count: z.int(), failed: z.int(), p95Ms: z.number().nullable(), costMicros: z.int() }),
});
export type SkillCard = z.infer<typeof SkillCard>;

export const MyTask = z.strictObject({
  projectId: z.string(),
  projectTitle: LText,
  task: Task,
  elements: z.array(LText),
  latestFinish: DayDate.nullable(),
});
export type MyTask = z.infer<typeof MyTask>;

export const StudioMetrics = z.strictObject({
  routerShare: z.number(),
  routerShareOfTurns: z.number(),
  breakerOpen: z.boolean(),
  /** Of the last seven days: turns that ran a skill, and how many of them asked a model for the route. */
  routerWeek: z.strictObject({
    turns: z.int(),
    asked: z.int(),
    projects: z.array(
      z.strictObject({ projectId: z.string(), title: LText.nullable(), turns: z.int(), asked: z.int() }),
    ),
  }),
  corruption: z.strictObject({
    attempts: z.int(),
    conflicted: z.int(),
    flagged: z.int(),
    share: z.number(),
    alarm: z.enum(['none', 'amber', 'red', 'too_few']),
  }),
  drafts: z.strictObject({
    created: z.int(),
    applied: z.int(),
    discarded: z.int(),
    revisions: z.int(),
    /** Of the drafts that were applied: their revisions, their changes, and those that were left out. */
    appliedRevisions: z.int(),
    appliedOps: z.int(),
    excludedOps: z.int(),
  }),
  turns: z.strictObject({
    total: z.int(),
    needsScope: z.int(),
    failed: z.int(),
    abandoned: z.int(),
    summarised: z.int(),
    /** Turns that ran a skill, and those of them that had more in scope than the skill may see. */
    skill: z.int(),
    overBudget: z.int(),
  }),
  /** What each part of a run takes. */
  phases: z.array(
    z.strictObject({
      phase: z.enum(['routing', 'context', 'execution', 'validation']),
      p50Ms: z.number(),
      p95Ms: z.number(),
    }),
  ),
  costMicros: z.int(),
  skills: z.array(
    z.strictObject({
      skillId: z.string(),
      version: z.string(),
      runs: z.int(),
      failed: z.int(),
      p50Ms: z.number(),
      p95Ms: z.number(),
      costMicros: z.int(),
    }),
  ),
  invariants: z.array(z.strictObject({ invariant: z.string(), opened: z.int(), open: z.int() })),
  slow: z.array(z.strictObject({ projectId: z.string(), turnId: z.string(), eventType: z.string(), ms: z.number() })),
});
export type StudioMetrics = z.infer<typeof StudioMetrics>;

/** Everything recorded about one turn. */
export const TurnTrace = z.strictObject({
  turnId: z.string(),
  at: z.string(),
  by: z.string(),
  eventType: z.string(),
  userMessage: z.string().nullable(),
  routing: JsonValue.nullable(),
  scope: JsonValue.nullable(),
  skillRun: JsonValue.nullable(),
  contextStats: JsonValue.nullable(),
  validation: z.array(Issue.pick({ code: true, severity: true, opId: true })),
  judge: JsonValue.nullable(),
  /** What it changed or proposed, by kind. */
  ops: z.array(z.strictObject({ op: z.string(), entity: z.string(), count: z.int() })),
  reconciliation: z
    .strictObject({ passes: z.int(), fixes: z.int(), opened: z.array(z.string()), closed: z.int() })
    .nullable(),
  events: z.array(z.strictObject({ seq: Seq, kind: z.string() })),
  outcome: z.string(),
  /** Whether what was recorded is enough to run it again elsewhere. The file holds all prices, so admins get it. */
  replay: z.enum(['possible', 'for_admins', 'not_recorded']),
});
export type TurnTrace = z.infer<typeof TurnTrace>;
