import { z } from 'zod';
import { GapView } from './run-view.ts';
import { RunStatus } from './terms.ts';

const Count = z.int().nonnegative();

/** One finished or waiting step of the way a run took. */
export const ReportStep = z.object({
  nodeId: z.string(),
  title: z.string(),
  /** "Fix passes 2" where the step stands in a loop. */
  passes: z.string().nullable(),
  startedAt: z.string(),
  /** Null while the step is not finished. */
  durationMs: Count.nullable(),
  /** How often it was handed in; above 1 it was refused before. */
  tries: Count,
  state: z.enum(['done', 'waiting', 'refused']),
  notes: z.string().nullable(),
  artifacts: z.array(z.object({ outputId: z.string(), kind: z.string().nullable() })),
});
export type ReportStep = z.infer<typeof ReportStep>;

/** What was decided; the words for it are the reader's. */
export const ReportChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['another_pass', 'no_further_pass', 'closed_gap']) }),
  z.object({ kind: z.literal('left_workflow'), reason: z.string().nullable() }),
  z.object({ kind: z.literal('assessed'), assessmentId: z.string().nullable() }),
  z.object({ kind: z.literal('verified'), verdict: z.string().nullable() }),
]);
export type ReportChoice = z.infer<typeof ReportChoice>;

/** A choice the agent recorded, with what shows it. */
export const ReportDecision = z.object({
  nodeId: z.string(),
  title: z.string(),
  at: z.string(),
  what: ReportChoice,
  why: z.string().nullable(),
  evidence: z.array(z.string()),
});
export type ReportDecision = z.infer<typeof ReportDecision>;

/** A run on one page. */
export const RunReport = z.object({
  sessionId: z.string(),
  runId: z.string(),
  goal: z.string().nullable(),
  workflowId: z.string(),
  workflowName: z.string(),
  workflowHash: z.string(),
  status: RunStatus,
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  durationMs: Count,
  path: z.array(ReportStep),
  /** Work that was left for another way. */
  forks: z.array(
    z.object({ nodeId: z.string(), title: z.string(), at: z.string(), steps: Count, notes: z.string().nullable() }),
  ),
  gaps: z.array(GapView),
  decisions: z.array(ReportDecision),
});
export type RunReport = z.infer<typeof RunReport>;
