import {
  type Conversation,
  type ConversationItem,
  emptyConversation,
  foldConversation,
  isConversationKind,
  type WorkbenchCardItem,
  type WorkbenchItem,
} from '@atelier/contracts';
import type { LogEvent } from '@atelier/kernel/core';
import type { BenchEvent } from '../core/events.ts';

/** What is said in a Workbench, on every path of it, and how each answer was made. Kept by the server, never sent whole. */
export type Transcript = {
  createdAt: string;
  updatedAt: string;
  readonly nodes: Map<string, TranscriptNode>;
  /** Messages that nothing stands under: the ends of paths. */
  readonly leaves: Set<string>;
  /** The run and the meter; `items` are those since the last question, tool calls among them. */
  live: Conversation;
  /** The message that a line about a run stands under. */
  tail: string | null;
  readonly runs: Map<string, RunFacts>;
  /** Which state of a file a person has looked at: by Draft, then by path. */
  readonly viewed: Map<string, Map<string, string>>;
  /** What was taken out of the open Draft, newest last, and the revision that stands after it. */
  drops: { readonly draftId: string; readonly before: string; after: string }[];
  /** What requests of clients that may retry came to, newest last. */
  readonly requests: Map<string, RequestFacts>;
  waiting: { readonly text: string; readonly at: string } | null;
  revisionId: string | null;
  /** While answers are compared: the run as it was before, and the lane it belongs to. */
  beforeCompare: { readonly live: Conversation; readonly laneId: string | undefined } | null;
  /** How many summaries were made. */
  summaries: number;
};

export type TranscriptNode = {
  readonly id: string;
  readonly parentId: string | null;
  /** How many stand on the path to it, itself among them. */
  readonly depth: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly at: string;
  readonly runId: string | null;
  /** The lane of a comparison that it was made in. */
  readonly laneId?: string | undefined;
  /** Undefined: it said nothing. */
  item: WorkbenchItem | undefined;
  /** Lines about its run. */
  readonly notes: ConversationItem[];
  /** In prompts a summary of so many characters stands for this message and all before it. */
  summaryChars?: number;
};

export type RunFacts = {
  readonly userMessageId: string;
  readonly mode: 'agent' | 'ask';
  /** Absent: research, plan, implement, summary. */
  readonly workflowId?: string;
  modelId: string | null;
  readonly from: number;
  to: number;
  artifacts: { readonly name: 'research' | 'plan'; readonly contentId: string }[];
};

export type RequestFacts = { readonly seq: number; readonly ids: Readonly<Record<string, string>> };

const mostRequests = 200;
/** Of a summary whose length nobody wrote down. */
const usualSummary = 4_000;

export const emptyTranscript = (): Transcript => ({
  createdAt: '',
  updatedAt: '',
  nodes: new Map(),
  leaves: new Set(),
  live: emptyConversation,
  tail: null,
  runs: new Map(),
  viewed: new Map(),
  drops: [],
  requests: new Map(),
  waiting: null,
  revisionId: null,
  beforeCompare: null,
  summaries: 0,
});

/** Changes the transcript it is given: ten thousand messages are not copied for each word of the next. */
export const foldTranscript = (talk: Transcript, recorded: LogEvent): void => {
  talk.createdAt ||= recorded.at;
  talk.updatedAt = recorded.at;
  rememberRequest(talk, recorded);
  if (isConversationKind(recorded.kind)) foldTalk(talk, recorded);
  else {
    const { body } = recorded.data as { readonly body?: object };
    foldOwn(talk, { kind: recorded.kind, ...body } as BenchEvent, recorded);
  }
};

const foldTalk = (talk: Transcript, recorded: LogEvent): void => {
  const data = recorded.data as Readonly<Record<string, unknown>>;
  if (recorded.kind === 'message.user') talk.waiting = { text: String(data.text), at: recorded.at };
  const before = talk.live.items;
  talk.live = foldConversation(talk.live, recorded, Number.POSITIVE_INFINITY);
  const run = typeof data.runId === 'string' ? talk.runs.get(data.runId) : undefined;
  if (run) {
    run.to = recorded.seq;
    if (typeof data.modelId === 'string') run.modelId = data.modelId;
  }
  if (talk.live.items === before) return;
  const note = talk.live.items.at(-1);
  const node = talk.tail === null ? undefined : talk.nodes.get(talk.tail);
  if (note?.kind === 'note' && note.id === `note-${recorded.seq}`) node?.notes.push(note);
  if (recorded.kind === 'tool.called' || recorded.kind === 'tool.returned') return;
  // A halt ends what was being said as well, so every answer since the question is looked at again.
  const spoken = talk.live.items.filter((item) => item.kind === 'assistant');
  for (const item of spoken) {
    const said = talk.nodes.get(item.id);
    if (said) said.item = item;
  }
  const { messageId } = data;
  if (typeof messageId !== 'string' || spoken.some(({ id }) => id === messageId)) return;
  const silent = talk.nodes.get(messageId);
  if (silent?.role === 'assistant') silent.item = undefined;
};

const foldOwn = (talk: Transcript, event: BenchEvent, { at, seq }: LogEvent): void => {
  switch (event.kind) {
    case 'message.placed': {
      const { messageId: id, parentId, role, runId, laneId } = event;
      place(talk, { id, parentId, role, at, runId, laneId, item: itemOf(talk, event), notes: [] });
      if (role === 'user') talk.waiting = null;
      talk.tail = id;
      return;
    }
    case 'message.summary': {
      const last = talk.nodes.get(event.last);
      if (last) last.summaryChars = event.chars ?? usualSummary;
      talk.summaries += 1;
      return;
    }
    case 'message.card': {
      const { messageId: id, parentId, facts } = event;
      const item: WorkbenchCardItem = { kind: 'card', id, event: event.event, facts, at };
      place(talk, { id, parentId, role: 'system', at, runId: null, item, notes: [] });
      talk.tail = id;
      return;
    }
    case 'run.ordered': {
      const { runId, userMessageId, mode, workflowId } = event;
      const by = workflowId === undefined ? {} : { workflowId };
      talk.runs.set(runId, { userMessageId, mode, ...by, modelId: null, from: seq, to: seq, artifacts: [] });
      talk.live = { ...talk.live, items: [] };
      return;
    }
    case 'rpi.artifact': {
      const run = talk.runs.get(event.runId);
      const rest = run?.artifacts.filter(({ name }) => name !== event.name) ?? [];
      if (run) run.artifacts = [...rest, { name: event.name, contentId: event.contentId }];
      return;
    }
    case 'history.trimmed':
      return trim(talk, event);
    case 'head.moved':
      talk.tail = event.to.head;
      talk.revisionId = event.to.stamp.draft?.revisionId ?? null;
      talk.live = { ...talk.live, items: [], run: null };
      return;
    case 'compare.opened':
      talk.beforeCompare = { live: talk.live, laneId: event.lanes[0]?.laneId };
      return;
    case 'compare.chosen':
    case 'compare.closed': {
      const { beforeCompare } = talk;
      const isFirst = event.kind === 'compare.closed' || event.laneId === beforeCompare?.laneId;
      // Lanes told of runs of their own meanwhile; the Workbench's run is the one it had.
      talk.live = { ...talk.live, items: [], run: (isFirst && beforeCompare?.live.run) || null };
      talk.beforeCompare = null;
      talk.tail = event.place.head;
      talk.revisionId = event.place.stamp.draft?.revisionId ?? null;
      return;
    }
    case 'draft.revision_created':
      talk.revisionId = event.revisionId;
      return;
    case 'review.viewed': {
      const paths = talk.viewed.get(event.draftId) ?? new Map<string, string>();
      if (event.viewed && talk.revisionId) paths.set(event.path, talk.revisionId);
      else paths.delete(event.path);
      talk.viewed.set(event.draftId, paths);
      return;
    }
    case 'review.file_dropped':
      if (event.from && event.to)
        talk.drops = [...talk.drops, { draftId: event.draftId, before: event.from, after: event.to }];
      return;
    case 'review.drop_undone': {
      talk.drops = talk.drops.slice(0, -1);
      const last = talk.drops.at(-1);
      // The state before the drop that was undone is the state after the one before it.
      if (last) last.after = event.to;
      return;
    }
    default:
      return;
  }
};

const place = (talk: Transcript, node: Omit<TranscriptNode, 'depth'>): void => {
  const above = node.parentId === null ? undefined : talk.nodes.get(node.parentId);
  talk.nodes.set(node.id, { ...node, depth: (above?.depth ?? 0) + 1 });
  talk.leaves.add(node.id);
  if (node.parentId !== null) talk.leaves.delete(node.parentId);
};

/** What stands on the paths that stay. A card keeps its words; the way back it offered is gone. */
const trim = (talk: Transcript, { heads, checkpointIds }: Extract<BenchEvent, { kind: 'history.trimmed' }>): void => {
  const kept = new Set<string>();
  for (const head of heads)
    for (let id: string | null = head; id !== null && !kept.has(id); ) {
      kept.add(id);
      id = talk.nodes.get(id)?.parentId ?? null;
    }
  const parents = new Set<string | null>();
  for (const [id, node] of talk.nodes) {
    if (!kept.has(id)) {
      talk.nodes.delete(id);
      continue;
    }
    parents.add(node.parentId);
    if (node.item?.kind !== 'card') continue;
    const { checkpointId, preRestoreId: _, draftId: __, ...facts } = node.item.facts;
    const isThere = checkpointIds.some((each) => each === checkpointId);
    node.item = { ...node.item, facts: isThere ? { ...facts, checkpointId: String(checkpointId) } : facts };
  }
  talk.leaves.clear();
  for (const id of kept) if (!parents.has(id)) talk.leaves.add(id);
  for (const [runId, { userMessageId }] of talk.runs) if (!kept.has(userMessageId)) talk.runs.delete(runId);
  talk.viewed.clear();
  talk.drops = [];
};

const itemOf = (talk: Transcript, event: Extract<BenchEvent, { kind: 'message.placed' }>): WorkbenchItem | undefined =>
  event.role === 'user'
    ? talk.waiting
      ? { kind: 'user', id: event.messageId, ...talk.waiting }
      : undefined
    : talk.live.items.find((item) => item.kind === 'assistant' && item.id === event.messageId);

/** Events of a request carry its key and their number: `key:0`, `key:1`, … */
const rememberRequest = (talk: Transcript, { key, seq, kind, data }: LogEvent): void => {
  const at = key?.lastIndexOf(':') ?? -1;
  if (!key || at < 1) return;
  const name = key.slice(0, at);
  const body = (data.body ?? data) as Readonly<Record<string, unknown>>;
  const ids: Record<string, string> = { ...talk.requests.get(name)?.ids };
  for (const field of ['messageId', 'runId', 'checkpointId'] as const)
    if (typeof body[field] === 'string' && kind !== 'message.card') ids[field] = body[field];
  talk.requests.delete(name);
  talk.requests.set(name, { seq: seq + 1, ids });
  for (const oldest of talk.requests.keys()) {
    if (talk.requests.size <= mostRequests) break;
    talk.requests.delete(oldest);
  }
};
