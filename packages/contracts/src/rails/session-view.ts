import { z } from 'zod';
import { Autonomy, RiskPolicy, RunPreferences, RunStatus, SessionHealth } from './terms.ts';

const Count = z.int().nonnegative();

/** One run of a session in a line. */
export const RunCard = z.object({
  runId: z.string(),
  /** Which run of its session, from 1. */
  ordinal: z.int().positive(),
  /** What the client that started it calls itself; absent where it didn't say, and in old summaries. */
  agent: z.string().optional(),
  workflowId: z.string(),
  workflowName: z.string(),
  workflowHash: z.string(),
  status: RunStatus,
  /** Only a person can move it on: it asks for a confirmation, or for something only they have. Absent in old summaries. */
  waitsForYou: z.boolean().optional(),
  /** The step the preferred tip waits for; null when the run is complete. */
  pendingStepId: z.string().nullable(),
  pendingTitle: z.string().nullable(),
  nodes: Count,
  tips: Count,
  openGaps: z.object({ critical: Count, warning: Count, info: Count }),
  divergences: Count,
  lastActivityAt: z.string(),
});
export type RunCard = z.infer<typeof RunCard>;

/** A session as the landing view lists it. */
export const SessionCard = z.object({
  sessionId: z.string(),
  /** What the agent was asked for, when it said so. */
  title: z.string().nullable(),
  workspace: z.string().nullable(),
  /** The Workbench whose run it is; absent where a client started it. */
  workbenchId: z.string().optional(),
  gitBranch: z.string().nullable(),
  gitHeadSha: z.string().nullable(),
  health: SessionHealth,
  createdAt: z.string().nullable(),
  lastActivityAt: z.string().nullable(),
  events: Count,
  runs: z.array(RunCard),
});
export type SessionCard = z.infer<typeof SessionCard>;

/** What a person said about a session, beside its log: put away, or never to be removed. */
export const SessionMarks = z.object({ archived: z.boolean(), kept: z.boolean() });
export type SessionMarks = z.infer<typeof SessionMarks>;

export const ListedSession = SessionCard.extend(SessionMarks.shape);
export type ListedSession = z.infer<typeof ListedSession>;

/** By what a list of sessions can be sorted. */
export const SessionOrder = z.enum(['activity', 'title', 'workspace', 'status', 'started', 'duration']);
export type SessionOrder = z.infer<typeof SessionOrder>;

/** What is to be listed, and in which order; everything that is not archived, newest first, when nothing is said. */
export const SessionFilter = z.strictObject({
  query: z.string().max(256).optional(),
  status: z.enum([...RunStatus.options, 'needs_you', 'damaged']).optional(),
  workspace: z.string().max(4096).optional(),
  archived: z.boolean().optional(),
  sort: SessionOrder.optional(),
  /** The other way round. */
  reversed: z.boolean().optional(),
});
export type SessionFilter = z.infer<typeof SessionFilter>;

/** A change a person asked for that waits for the agent's next advance. */
export const QueuedChange = z.object({
  intentId: z.string(),
  change: z.object({ autonomy: Autonomy.optional(), riskPolicy: RiskPolicy.optional() }),
});
export type QueuedChange = z.infer<typeof QueuedChange>;

export const SessionView = ListedSession.extend({
  /** What the agent was asked for, where a person gave the session another name. */
  goal: z.string().nullable(),
  /** Of each run's preferred tip. */
  preferences: z.record(z.string(), RunPreferences),
  queued: z.array(QueuedChange),
});
export type SessionView = z.infer<typeof SessionView>;
