import type { CheckpointReason, LaneState, Original, Place, Stamp } from './events.ts';
import type {
  CheckpointId,
  CompareId,
  ContentId,
  DraftId,
  LaneId,
  MessageId,
  RevisionId,
  RunId,
  WorkbenchId,
} from './ids.ts';

/** What a Workbench decides from. Texts, prompts and results live elsewhere, so that this stays small. */
export type Bench = {
  id: WorkbenchId | null;
  name: string;
  isDeleted: boolean;
  folder: string | null;
  modelId: string | null;
  settings: Record<string, unknown>;

  published: ContentId | null;
  context: ContentId | null;
  /** By context tree: the categories that a person wrote or changed by hand. */
  contextEdits: Map<ContentId, readonly string[]>;
  /** By category: the context tree that still had an item of it, until another takes its place. */
  deletedContext: Map<string, ContentId>;
  draft: DraftPlace | null;

  head: MessageId | null;
  messages: Map<MessageId, BenchMessage>;
  drafts: Map<DraftId, DraftFacts>;
  revisions: Map<RevisionId, Revision>;
  checkpoints: Map<CheckpointId, Checkpoint>;

  run: BenchRun | null;
  artifacts: { research: ContentId | null; plan: ContentId | null };
  compare: Compare | null;
  /** Where each rewind came from, newest last. A new message empties it. */
  redo: Place[];
  /** How often each tree or blob is needed. The commit pins at the first and unpins at zero. */
  holds: Map<ContentId, number>;
  /** What people brought in, oldest first: consent is asked for these and for nothing a model made of them. */
  supplied: Supply[];
  /** Of a Workbench opened on a folder: each original as it was last read or written. */
  originals: Map<string, Original>;
};

/** Files of a tree that a person brought in; all of them where no paths are named. */
export type Supply = { readonly tree: ContentId; readonly paths: readonly string[] | null };

export type DraftPlace = { readonly draftId: DraftId; readonly revisionId: RevisionId };

export type BenchMessage = {
  readonly id: MessageId;
  readonly parentId: MessageId | null;
  readonly role: 'user' | 'assistant' | 'system';
  status: 'streaming' | 'complete' | 'interrupted';
  /** The state of the files as this message left it, and where in the log that was said. */
  stamp: Stamp | null;
  stampSeq: number;
  readonly runId: RunId | null;
};

export type DraftFacts = {
  readonly id: DraftId;
  readonly base: ContentId;
  readonly reference: ContentId;
  readonly createdAt: string;
  touchedAt: string;
  readonly source: { readonly kind: string; readonly ref: string };
  readonly label: string | null;
  confirmedDeletions: ReadonlySet<string>;
};

export type Revision = {
  readonly id: RevisionId;
  readonly draftId: DraftId;
  readonly baseRevisionId: RevisionId | null;
  readonly messageId: MessageId;
  readonly tree: ContentId;
  readonly review: ContentId | null;
  readonly bytes: number;
  /** Out of rewind; the tree itself lasts until `isReleased`. */
  pruned: 'count' | 'bytes' | 'published' | 'discarded' | null;
  isReleased: boolean;
};

export type Checkpoint = {
  readonly id: CheckpointId;
  readonly reason: CheckpointReason;
  readonly description: string | null;
  readonly tree: ContentId;
  readonly head: MessageId | null;
  readonly context: ContentId | null;
  readonly files: number;
  readonly bytes: number;
  readonly at: string;
  isExpired: boolean;
  /** Of a publish: what was published then, so that it can be undone. */
  published: { readonly draft: DraftPlace; readonly tree: ContentId; isUndone: boolean } | null;
};

export type BenchRun = {
  readonly id: RunId;
  readonly userMessageId: MessageId;
  readonly mode: 'agent' | 'ask';
  modelId: string | null;
  /** How often a driver has taken it up; 0 where nobody but this process could. */
  term: number;
  state: 'running' | 'paused' | 'canceled' | 'failed' | 'completed';
  phase: string | null;
  /** The item of the plan that is being worked on, and the trees it has written so far. */
  item: { readonly number: number; readonly of: number; readonly staged: ContentId[] } | null;
  /** The Draft this run made; a run that has not completed leaves it incomplete. */
  draftId: DraftId | null;
  ack: { readonly nodeId: string; readonly token: string; readonly step: string | null } | null;
  /** Absent: research, plan, implement, summary. */
  readonly workflowId: string | null;
  /** What was set for it alone, as it was written. */
  readonly tuning: Readonly<Record<string, unknown>>;
  /** What became of the items, in the order they were worked on. */
  results: readonly ItemResult[];
  /** Words to the run that no model was given yet. */
  notes: readonly string[];
  /** What a person is asked to agree to before the run goes on. */
  consent: ConsentAsked | null;
  /** False: it was ordered, and nobody began it. */
  isBegun: boolean;
  /** Of a workflow's step: what it handed in, as long as the graph may not have heard of it. */
  finished: { readonly nodeId: string; readonly output: ContentId } | null;
  asked: { readonly question: string; readonly wants: 'text' | 'yes' } | null;
  /** What the person said to the question, as long as the graph may not have heard of it. */
  answer: string | null;
};

export type ConsentAsked = { readonly providerId: string; readonly modelId: string; readonly scopeHash: string };

export type ItemResult = {
  readonly item: number;
  readonly outcome: 'done' | 'failed';
  readonly said: ContentId | null;
};

export type Lane = {
  readonly id: LaneId;
  readonly modelId: string;
  readonly label: string;
  state: LaneState;
  messageId: MessageId | null;
  draft: DraftPlace | null;
};

export type Compare = {
  readonly id: CompareId;
  readonly userMessageId: MessageId;
  readonly base: Place;
  readonly oneAtATime: boolean;
  readonly lanes: Lane[];
};

export const emptyBench = (): Bench => ({
  id: null,
  name: '',
  isDeleted: false,
  folder: null,
  modelId: null,
  settings: {},
  published: null,
  context: null,
  contextEdits: new Map(),
  deletedContext: new Map(),
  draft: null,
  head: null,
  messages: new Map(),
  drafts: new Map(),
  revisions: new Map(),
  checkpoints: new Map(),
  run: null,
  artifacts: { research: null, plan: null },
  compare: null,
  redo: [],
  holds: new Map(),
  supplied: [],
  originals: new Map(),
});

/** The tree that reads see: the Draft's where there is one, else Published. */
export const activeTree = (bench: Bench): ContentId | null =>
  bench.draft ? (bench.revisions.get(bench.draft.revisionId)?.tree ?? null) : bench.published;

/** The state of the files now, as a stamp. */
export const stampNow = (bench: Bench): Stamp => {
  if (!bench.published) throw new Error('a Workbench that was created has a published tree');
  return { published: bench.published, context: bench.context, draft: bench.draft };
};

export const placeNow = (bench: Bench): Place => ({ head: bench.head, stamp: stampNow(bench) });

/** Categories of context that a person wrote or changed by hand, as of a context tree. */
export const editsIn = ({ contextEdits, context }: Bench, tree = context): readonly string[] =>
  (tree && contextEdits.get(tree)) ?? [];
