import { z } from 'zod';
import { command } from '../command.ts';
import { WireEvent } from '../frames.ts';
import { BrokenFile, BuiltinEntry, Validated, WorkflowCard, WorkflowView } from './catalogue.ts';
import { RailsConfig, SourceFacts } from './config.ts';
import { JsonObject } from './json.ts';
import { NodeView } from './node-view.ts';
import { RunReport } from './report.ts';
import { RunView } from './run-view.ts';
import { ListedSession, SessionFilter, SessionMarks, SessionView } from './session-view.ts';
import { Autonomy, RiskPolicy, SessionHealth } from './terms.ts';

const Seq = z.int().nonnegative();
const nothing = z.strictObject({});
const sessionId = z.string().regex(/^sess_[a-z2-7]{26}$/);
const runId = z.string().regex(/^run_[a-z2-7]{26}$/);
const nodeId = z.string().regex(/^node_[a-z2-7]{26}$/);
const workspacePath = z.string().max(4096).nullable().optional();
/** Far beyond any workflow; a paste by mistake is told apart from one. */
const sourceText = z.string().max(512 * 1024);

const store = ['STORE_BUSY', 'STORE_UNHEALTHY'] as const;

const marks = { archived: z.boolean().optional(), kept: z.boolean().optional() };
const namesAMark = ({ archived, kept }: { archived?: boolean | undefined; kept?: boolean | undefined }): boolean =>
  archived !== undefined || kept !== undefined;

const bundleRefusals = [
  'UPLOAD_NOT_FOUND',
  'BUNDLE_INVALID_FORMAT',
  'BUNDLE_UNSUPPORTED_VERSION',
  'BUNDLE_INTEGRITY_FAILED',
  'BUNDLE_MISSING_SNAPSHOT',
  'BUNDLE_MISSING_PINNED_WORKFLOW',
  'BUNDLE_EVENT_ORDER_INVALID',
  'BUNDLE_MANIFEST_ORDER_INVALID',
] as const;

const BundleReview = z.object({
  signedBy: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['this_installation', 'other_installation']), fingerprint: z.string() }),
    z.object({ kind: z.literal('nobody') }),
  ]),
  prompts: z.array(
    z.object({
      workflowId: z.string(),
      stepId: z.string(),
      title: z.string(),
      /** Null where no workflow here has this step. */
      here: z.string().nullable(),
      inBundle: z.string(),
    }),
  ),
});

export const railsCommands = {
  /** One page of the sessions a filter lets through, in its order. */
  SessionsList: command({
    role: 'viewer',
    params: SessionFilter.extend({ from: Seq.optional(), limit: z.int().min(1).max(200).optional() }),
    result: z.object({
      sessions: z.array(ListedSession),
      /** How many the filter lets through. */
      total: Seq,
      /** How many there are, put away or not. */
      all: Seq,
      workspaces: z.array(z.string()),
    }),
    refusals: [],
  }),
  /** Archives a session or brings it back, keeps it from being deleted or no longer. Its log is not touched. */
  SessionMark: command({
    role: 'member',
    params: z.strictObject({ sessionId, ...marks }).refine(namesAMark, 'name what to mark'),
    result: SessionMarks,
    refusals: ['SESSION_NOT_FOUND', ...store],
  }),
  /** The same for many at once, all or none. `marked`: how many of them there are. */
  SessionsMark: command({
    role: 'member',
    params: z
      .strictObject({ sessionIds: z.array(sessionId).min(1).max(5_000), ...marks })
      .refine(namesAMark, 'name what to mark'),
    result: z.object({ marked: Seq }),
    refusals: ['SESSION_NOT_FOUND', ...store],
  }),
  /** `seq` is where stream `session/<id>` goes on. */
  SessionGet: command({
    role: 'viewer',
    params: z.strictObject({ sessionId }),
    result: z.object({ view: SessionView, seq: Seq }),
    refusals: ['SESSION_NOT_FOUND'],
  }),
  SessionEvents: command({
    role: 'viewer',
    params: z.strictObject({ sessionId, from: Seq, limit: z.int().min(1).max(500) }),
    result: z.object({ events: z.array(WireEvent), next: Seq, total: Seq, health: SessionHealth }),
    refusals: ['SESSION_NOT_FOUND'],
  }),
  /** Says where to fetch the file. Paths of this machine stay out of it unless an admin asks for them. */
  SessionExport: command({
    role: 'member',
    params: z.strictObject({ sessionId, format: z.enum(['bundle', 'markdown']), keepPaths: z.boolean().optional() }),
    result: z.object({
      url: z.string(),
      fileName: z.string(),
      /** The session is damaged: only what stands before the damage is in the file. */
      cut: z.boolean(),
    }),
    refusals: ['SESSION_NOT_FOUND', 'CONTENT_MISSING', 'PATHS_FOR_ADMINS'],
  }),
  /** On a person's word only: copies the session aside and cuts it after its last whole commit. */
  SessionRepair: command({
    params: z.strictObject({ sessionId, confirm: z.literal(true) }),
    result: z.object({ events: Seq, keptAside: z.boolean() }),
    refusals: ['SESSION_NOT_FOUND', 'REPAIR_UNAVAILABLE', 'STORE_BUSY', 'STORE_UNHEALTHY'],
  }),
  /** Waits beside the log until the agent's next advance records it; a rehydration does not. */
  SessionPreferencesQueue: command({
    role: 'member',
    params: z.strictObject({
      sessionId,
      change: z
        .strictObject({ autonomy: Autonomy.optional(), riskPolicy: RiskPolicy.optional() })
        .refine((change) => Object.keys(change).length > 0, 'name what to change'),
    }),
    result: z.object({ intentId: z.string() }),
    refusals: ['SESSION_NOT_FOUND', 'SESSION_NOT_HEALTHY', 'NOTHING_TO_SET', ...store],
  }),
  /** Another name for a session, in place of its goal; null gives the goal back. */
  SessionRename: command({
    role: 'member',
    params: z.strictObject({ sessionId, title: z.string().trim().min(1).max(200).nullable() }),
    result: z.object({ title: z.string().nullable() }),
    refusals: ['SESSION_NOT_FOUND', ...store],
  }),
  /** Sessions whose goal or workflow holds the words, best first. */
  SessionsFind: command({
    role: 'viewer',
    params: z.strictObject({ query: z.string().min(1).max(256), limit: z.int().min(1).max(50).optional() }),
    result: z.object({
      sessions: z.array(
        z.object({
          sessionId: z.string(),
          title: z.string(),
          workflowName: z.string(),
          lastActivityAt: z.string().nullable(),
          score: z.number(),
        }),
      ),
    }),
    refusals: [],
  }),
  /**
   * A person's word about a step: confirms it, refuses it, answers what it asks, or comments. The agent's next call is
   * told. `answered` and `commented` need a text; `refused` may say why.
   */
  RunSay: command({
    role: 'member',
    params: z.strictObject({
      sessionId,
      runId,
      nodeId,
      kind: z.enum(['confirmed', 'refused', 'answered', 'commented']),
      text: z.string().trim().max(4_000).optional(),
    }),
    result: z.object({ messageId: z.string() }),
    refusals: [
      'SESSION_NOT_FOUND',
      'SESSION_NOT_HEALTHY',
      'RUN_NOT_FOUND',
      'NODE_NOT_FOUND',
      'RUN_COMPLETE',
      'TEXT_NEEDED',
      ...store,
    ],
  }),
  /** A text to paste into any chat that has WorkRail's tools: it goes on from this node. */
  RunContinueHere: command({
    role: 'member',
    params: z.strictObject({ sessionId, runId, nodeId }),
    result: z.object({ prompt: z.string(), stateToken: z.string(), isTip: z.boolean() }),
    refusals: ['SESSION_NOT_FOUND', 'SESSION_NOT_HEALTHY', 'RUN_NOT_FOUND', 'NODE_NOT_FOUND', 'NO_KEYS_YET'],
  }),
  /** The run on one page. */
  RunReportGet: command({
    role: 'viewer',
    params: z.strictObject({ sessionId, runId }),
    result: z.object({ view: RunReport, markdown: z.string() }),
    refusals: ['SESSION_NOT_FOUND', 'RUN_NOT_FOUND'],
  }),
  RunGet: command({
    role: 'viewer',
    params: z.strictObject({ sessionId, runId }),
    result: z.object({ view: RunView, seq: Seq }),
    refusals: ['SESSION_NOT_FOUND', 'RUN_NOT_FOUND'],
  }),
  NodeGet: command({
    role: 'viewer',
    params: z.strictObject({ sessionId, runId, nodeId }),
    result: z.object({ view: NodeView, seq: Seq }),
    refusals: ['SESSION_NOT_FOUND', 'RUN_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  WorkflowsList: command({
    role: 'viewer',
    params: z.strictObject({ workspacePath }),
    result: z.object({ workflows: z.array(WorkflowCard), problems: z.array(BrokenFile) }),
    refusals: [],
  }),
  WorkflowGet: command({
    role: 'viewer',
    params: z.strictObject({ workflowId: z.string().max(200), workspacePath }),
    result: z.object({ view: WorkflowView }),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  /** Compiles without saving or pinning anything. What is wrong with the file is an answer, not a refusal. */
  WorkflowValidate: command({
    role: 'viewer',
    params: z.strictObject({ text: sourceText, workspacePath }),
    result: Validated,
    refusals: [],
  }),
  /** `expectedDigest` is what the editor last saw; null for a new file. */
  WorkflowSave: command({
    role: 'member',
    params: z.strictObject({
      text: sourceText,
      target: z.enum(['user', 'project']),
      workspacePath,
      expectedDigest: z.string().nullable(),
    }),
    result: z.object({ workflowId: z.string(), file: z.string(), digest: z.string() }),
    refusals: ['WORKFLOW_INVALID', 'SOURCE_READ_ONLY', 'LEGACY_ID', 'ID_TAKEN', 'CHANGED_ON_DISK', 'WORKSPACE_NEEDED'],
  }),
  /** What an author can refer to, and the JSON Schema of a workflow file. */
  BuiltinsList: command({
    role: 'viewer',
    params: nothing,
    result: z.object({ builtins: z.array(BuiltinEntry), schema: JsonObject }),
    refusals: [],
  }),
  /**
   * Who signed a bundle, and what it would tell agents that no workflow here tells them. The file itself is sent to
   * `/rails/uploads` first: it may be larger than a command.
   */
  BundleReview: command({
    role: 'member',
    params: z.strictObject({ uploadId: z.string().max(100) }),
    result: BundleReview.extend({ needsReview: z.boolean() }),
    refusals: bundleRefusals,
  }),
  /** `reviewed`: a person has seen the review. Without it, a bundle that needs one is refused. */
  BundleImport: command({
    role: 'member',
    params: z.strictObject({ uploadId: z.string().max(100), reviewed: z.boolean().optional() }),
    result: z.object({
      sessionId: z.string(),
      importedAs: z.enum(['same', 'new']),
      events: Seq,
      runs: z.array(z.object({ runId: z.string(), workflowId: z.string() })),
      checks: z.array(z.string()),
    }),
    refusals: [...bundleRefusals, 'BUNDLE_NEEDS_REVIEW', 'QUOTA_EXCEEDED', 'STORE_BUSY', 'STORE_UNHEALTHY'],
  }),
  /** The agent that last asked for WorkRail's tools; `name` is what its client calls itself. */
  AgentSeenGet: command({
    role: 'viewer',
    params: nothing,
    result: z.object({ agent: z.object({ name: z.string().nullable(), at: z.string() }).nullable() }),
    refusals: [],
  }),
  ConfigGet: command({
    role: 'member',
    params: z.strictObject({ workspacePath }),
    result: z.object({
      desired: RailsConfig,
      applied: RailsConfig,
      appliedConfigHash: z.string(),
      /** Names the desired configuration as it is now; a change may ask for it to be still that one. */
      desiredHash: z.string(),
      /** The file of the configuration cannot be read: defaults are in force until it is saved again. */
      damaged: z.boolean(),
      /** Parts of the configuration that take effect when an agent starts its server again. */
      restartRequired: z.array(z.enum(['sources', 'flags'])),
      sources: z.array(SourceFacts),
      keys: z.object({ state: z.enum(['none', 'one', 'two', 'damaged']) }),
      /** Sessions that the desired retention would remove now. */
      retention: z.object({ available: z.boolean(), due: Seq }),
      /** How a program on this machine starts WorkRail; null for whoever is no admin. */
      connect: z
        .object({ node: z.string(), bundle: z.string(), bundleBuilt: z.boolean(), dataFolder: z.string() })
        .nullable(),
    }),
    refusals: [],
  }),
  ConfigSetDesired: command({
    params: z.strictObject({ desired: RailsConfig, expectedHash: z.string().optional() }),
    result: z.object({ desired: RailsConfig }),
    refusals: ['SOURCE_FOLDER_NOT_ABSOLUTE', 'SOURCE_LABEL_TAKEN', 'CONFIG_CHANGED'],
  }),
  /** Tokens survive one rotation, not two. */
  KeysRotate: command({
    params: z.strictObject({ confirm: z.literal(true) }),
    result: z.object({ state: z.enum(['one', 'two']) }),
    refusals: ['KEYRING_CORRUPT'],
  }),
};

/** Where a bundle is sent to (POST, its bytes as they are); answers `{uploadId}`. */
export const railsUploadPath = '/rails/uploads';
export const RailsUpload = z.object({ uploadId: z.string(), bytes: z.int().nonnegative() });
