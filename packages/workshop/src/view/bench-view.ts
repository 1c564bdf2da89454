import {
  type Clutter,
  type ContextCategory,
  type DraftView,
  newRun,
  type PlanItem,
  type WorkbenchFile,
  type WorkbenchState,
  type WorkbenchView,
  type WorkbenchWait,
} from '@atelier/contracts';
import { diffTrees, type Tree } from '@atelier/kernel/core';
import type { Bench } from '../core/bench.ts';
import { clutterOf } from '../core/clutter.ts';
import { stateOf } from '../core/gating.ts';
import { accessOf, familyOf, kindOfName } from './file-kinds.ts';
import { newestMessages, settingsOf } from './fold-workbench.ts';
import { inReadingOrder } from './held-files.ts';
import { abandonedPaths, charsOf, earlierAnswers, itemsUpTo } from './path-items.ts';
import type { Transcript } from './transcript.ts';

/** What a Workbench is made of when it is looked at. */
export type BenchFacts = {
  readonly bench: Bench;
  readonly talk: Transcript;
  readonly published: Tree;
  /** The Draft's files, where there is one. */
  readonly draft: Tree | null;
  readonly context: Tree | null;
  readonly plan: readonly PlanItem[] | null;
  /** Of the model that is chosen; null when it is not known. */
  readonly contextTokens: number | null;
  readonly limits: { readonly mostFiles: number; readonly largestFileBytes: number };
  readonly now: number;
};

const day = 24 * 60 * 60 * 1000;
const week = 7 * day;

export const workbenchViewOf = (facts: BenchFacts): WorkbenchView => {
  const { bench, talk, published, draft } = facts;
  const { items, earlier } = itemsUpTo(talk, bench.head, newestMessages);
  const { items: since, ...conversation } = talk.live;
  const state = stateOf(bench);
  const changes = draft ? changesBetween(published, draft) : [];
  const head = bench.head ? bench.messages.get(bench.head) : undefined;
  return {
    ...conversation,
    modelId: bench.modelId,
    // A run that was cleared away is no run of this conversation any more.
    run: runOf(bench, conversation.run),
    workbenchId: bench.id ?? '',
    name: bench.name,
    createdAt: talk.createdAt,
    updatedAt: talk.updatedAt,
    folder: bench.folder,
    state,
    waitsFor: questionOf(bench)
      ? 'question'
      : waitsFor(state, conversation.run?.state ?? null, bench.run?.state ?? null),
    head: bench.head,
    headRole: head?.role ?? null,
    items,
    earlier,
    activity: since.filter(({ kind }) => kind === 'tool').slice(-newestMessages),
    mode: bench.run?.mode ?? null,
    workflowId: bench.run?.workflowId ?? null,
    question: questionOf(bench),
    plan: facts.plan === null ? null : [...facts.plan],
    notes: [...(bench.run?.notes ?? [])],
    files: filesOf(draft ?? published, changes),
    filesId: filesIdOf(bench),
    deletedFiles: changes.filter(({ kind }) => kind === 'removed').map(({ path }) => path),
    draft: draftViewOf(facts, changes),
    canRedo: bench.redo.length > 0,
    undoablePublish: undoablePublish(bench),
    abandonedPaths: abandonedPaths(talk, bench.head).length,
    earlierAnswers: [...earlierAnswers(talk, bench.head)],
    checkpoints: bench.checkpoints.size,
    contextItems: categoriesIn(facts.context),
    settings: settingsOf(bench.settings),
    clutter: clutterOfBench(facts),
    limits: facts.limits,
  };
};

const runOf = ({ run, modelId }: Bench, told: WorkbenchView['run']): WorkbenchView['run'] => {
  if (!run || told?.runId === run.id) return run ? told : null;
  const isOrdered = run.state === 'running' && !run.isBegun;
  return isOrdered ? newRun({ runId: run.id, modelId: run.modelId ?? modelId ?? '', effort: null, cap: null }) : null;
};

const questionOf = ({ run }: Bench): WorkbenchView['question'] =>
  run?.asked && run.state === 'paused' ? { text: run.asked.question, wants: run.asked.wants } : null;

const waitsFor = (state: WorkbenchState, talk: string | null, run: string | null): WorkbenchWait | null => {
  if (run !== null && run !== 'running' && run !== 'completed' && talk !== null) {
    if (talk === 'needs_consent') return 'consent';
    if (talk === 'paused_cap') return 'cap';
    if (talk === 'paused') return 'paused';
  }
  return state === 'draft_ready' || state === 'draft_incomplete' ? 'draft' : null;
};

type TreeChange = ReturnType<typeof diffTrees>[number];

const changesByTrees = new WeakMap<Tree, WeakMap<Tree, readonly TreeChange[]>>();

/** Trees do not change, so what lies between two of them is worked out once. */
const changesBetween = (published: Tree, draft: Tree): readonly TreeChange[] => {
  const byDraft = changesByTrees.get(published) ?? new WeakMap<Tree, readonly TreeChange[]>();
  changesByTrees.set(published, byDraft);
  const changes = byDraft.get(draft) ?? diffTrees(published, draft);
  byDraft.set(draft, changes);
  return changes;
};

const filesOf = (tree: Tree, changes: readonly TreeChange[]): WorkbenchFile[] => {
  const changed = new Map(changes.map(({ path, kind }) => [path, kind]));
  return filesIn(tree).map((file): WorkbenchFile => {
    const change = changed.get(file.path);
    if (change === undefined) return file;
    return { ...file, change: change === 'added' ? 'added' : change === 'changed' ? 'modified' : null };
  });
};

/** Rows follow from the two trees alone: what is there, and how it differs from Published. */
const filesIdOf = ({ published, draft, revisions }: Bench): string =>
  `${published ?? ''} ${(draft && revisions.get(draft.revisionId)?.tree) ?? ''}`;

const filesByTree = new WeakMap<Tree, readonly WorkbenchFile[]>();

/** The files of a tree in the order people read them. Sorted once for each tree: it never changes. */
const filesIn = (tree: Tree): readonly WorkbenchFile[] => {
  const known = filesByTree.get(tree);
  if (known) return known;
  const files = Object.entries(tree.entries)
    .map(([path, { blob, size }]): WorkbenchFile => {
      const kind = kindOfName(path);
      return { path, kind, sizeBytes: size, version: blob, access: accessOf(kind), change: null };
    })
    .sort(inReadingOrder);
  filesByTree.set(tree, files);
  return files;
};

const draftViewOf = ({ bench, now }: BenchFacts, changes: readonly TreeChange[]): DraftView | null => {
  const place = bench.draft;
  const draft = place && bench.drafts.get(place.draftId);
  if (!place || !draft) return null;
  const count = (kind: TreeChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  const deleted = changes.filter(({ kind }) => kind === 'removed').map(({ path }) => path);
  return {
    draftId: place.draftId,
    revisionId: place.revisionId,
    createdAt: draft.createdAt,
    touchedAt: draft.touchedAt,
    source: { ...draft.source },
    label: draft.label,
    changes: { added: count('added'), modified: count('changed'), deleted: count('removed') },
    isIncomplete: stateOf(bench) === 'draft_incomplete',
    unconfirmedDeletions: deleted.filter((path) => !draft.confirmedDeletions.has(path)),
    isStale: draft.base !== bench.published,
    reminder:
      now - Date.parse(draft.touchedAt) > week
        ? 'idle_long'
        : now - Date.parse(draft.createdAt) > day
          ? 'open_long'
          : null,
  };
};

/** The newest publish, while nothing else has changed Published and no Draft stands in its way. */
const undoablePublish = (bench: Bench): string | null => {
  if (bench.draft) return null;
  const last = [...bench.checkpoints.values()].findLast(({ published }) => published !== null);
  const revision = last?.published && bench.revisions.get(last.published.draft.revisionId);
  const canUndo =
    last?.published &&
    !last.isExpired &&
    !last.published.isUndone &&
    last.published.tree === bench.published &&
    revision?.isReleased === false;
  return canUndo ? last.id : null;
};

export const clutterOfBench = ({
  bench,
  talk,
  published,
  draft,
  context,
  contextTokens,
}: BenchFacts): Clutter | null => {
  if (contextTokens === null) return null;
  const files = filesIn(draft ?? published).map(({ kind, sizeBytes }) => ({
    family: familyOf[kind],
    bytes: sizeBytes,
  }));
  const contextBytes = context ? Object.values(context.entries).reduce((sum, { size }) => sum + size, 0) : 0;
  const conversationChars = charsOf(talk, bench.head);
  return { ...clutterOf({ files, conversationChars, contextBytes, contextTokens }), modelId: bench.modelId };
};

const categories: readonly ContextCategory[] = ['company-context', 'department-context', 'situation', 'document-style'];

/** Which of the four a context tree holds; each is a folder of its own. */
export const categoriesIn = (context: Tree | null): ContextCategory[] => {
  const paths = Object.keys(context?.entries ?? {});
  return categories.filter((category) => paths.some((path) => path.startsWith(`${category}/`)));
};
