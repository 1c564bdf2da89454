import { z } from 'zod';

const preferences = z.strictObject({
  autonomy: z.enum(['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop']),
  riskPolicy: z.enum(['conservative', 'balanced', 'aggressive']),
});
const intent = z.enum(['perform_pending_then_continue', 'await_user_confirmation', 'rehydrate_only', 'complete']);
const call = z.strictObject({
  tool: z.literal('continue_workflow'),
  params: z.union([z.strictObject({ stateToken: z.string() }), z.strictObject({ ackToken: z.string() })]),
});
const session = z.strictObject({
  sessionId: z.string(),
  runId: z.string(),
  workflowId: z.string(),
  label: z.string(),
});
const warning = z.strictObject({ code: z.string(), message: z.string() });

/** One shape for `ok` and `blocked`, because clients check the result against a single object schema. */
const step = z.strictObject({
  kind: z.enum(['ok', 'blocked']),
  stateToken: z.string(),
  ackToken: z.string().optional(),
  checkpointToken: z.string().optional(),
  isComplete: z.boolean(),
  pending: z
    .object({
      stepId: z.string(),
      title: z.string(),
      prompt: z.string(),
      requireConfirmation: z.boolean(),
      position: z.strictObject({ step: z.int(), of: z.int() }),
      agentRole: z.string().optional(),
      loop: z.strictObject({ pass: z.int(), maxPasses: z.int() }).optional(),
    })
    .nullable(),
  preferences,
  nextIntent: intent,
  nextCall: call.nullable(),
  session,
  recovery: z
    .object({
      isTip: z.boolean(),
      truncated: z.boolean(),
      omittedEntries: z.int(),
      policy: z.literal('most_recent_first'),
      standing: z.string(),
    })
    .optional(),
  fork: z
    .object({
      cause: z.string(),
      siblingCount: z.int(),
      preferredTipNodeId: z.string().nullable(),
      downstreamRecap: z.string(),
    })
    .optional(),
  warnings: z.array(warning).optional(),
  blockers: z
    .array(
      z.strictObject({
        code: z.string(),
        pointer: z.record(z.string(), z.json()),
        message: z.string(),
        suggestedFix: z.string().optional(),
      }),
    )
    .optional(),
  retryable: z.boolean().optional(),
  retryAckToken: z.string().optional(),
  validation: z.strictObject({ issues: z.array(z.string()), suggestions: z.array(z.string()) }).optional(),
});

const reference = z.strictObject({ id: z.string(), title: z.string(), path: z.string().nullable() });

/** What each tool answers, field by field. Not published: a client reads the text, and the documents say the rest. */
export const outputs = {
  list_workflows: z.strictObject({
    workflows: z.array(
      z.strictObject({
        workflowId: z.string(),
        name: z.string(),
        description: z.string(),
        version: z.string(),
        kind: z.enum(['workflow', 'routine']),
        workflowHash: z.string().nullable(),
        idStatus: z.enum(['namespaced', 'legacy']),
        canonicalId: z.string().optional(),
        suggestedId: z.string().optional(),
        sourceKind: z.enum(['bundled', 'user', 'project', 'git', 'remote', 'plugin']),
        sourceLabel: z.string(),
        tags: z.array(z.string()).optional(),
        examples: z.array(z.string()).optional(),
        recommendedPreferences: preferences.partial().optional(),
      }),
    ),
    problems: z.array(
      z.strictObject({ sourceLabel: z.string(), file: z.string(), errors: z.array(z.record(z.string(), z.json())) }),
    ),
  }),
  inspect_workflow: z.looseObject({
    workflowId: z.string(),
    workflowHash: z.string(),
    mode: z.enum(['metadata', 'preview']),
    compiled: z.record(z.string(), z.json()),
    references: z.array(reference).optional(),
    warnings: z.array(z.strictObject({ code: z.string(), pointer: z.string(), message: z.string() })),
  }),
  start_workflow: step,
  continue_workflow: step,
  checkpoint_workflow: z.strictObject({
    checkpointNodeId: z.string(),
    stateToken: z.string(),
    nextIntent: intent,
    nextCall: call,
    session,
  }),
  resume_session: z.strictObject({
    candidates: z
      .array(
        z.strictObject({
          sessionId: z.string(),
          runId: z.string(),
          workflowId: z.string(),
          stateToken: z.string(),
          title: z.string().nullable(),
          gitBranch: z.string().nullable(),
          snippet: z.string(),
          whyMatched: z.array(z.string()),
          pendingStepId: z.string().nullable(),
          status: z.enum(['in_progress', 'blocked', 'complete', 'complete_with_gaps']),
          lastActivityAt: z.string().nullable(),
          nextCall: call,
        }),
      )
      .max(5),
    totalEligible: z.int(),
    noMatch: z.literal(true).optional(),
    hint: z.string().optional(),
  }),
} as const;
