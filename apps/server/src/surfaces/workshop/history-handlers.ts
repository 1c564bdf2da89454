import { emptyConversation, foldConversation, type ValueOf } from '@atelier/contracts';
import type { LogEvent } from '@atelier/kernel/core';
import { ok } from '@atelier/kernel/core';
import {
  benchStream,
  type ContentId,
  type LaneId,
  laneBench,
  type MessageId,
  type Seen,
  stampAt,
  type WorkbenchId,
} from '@atelier/workshop';
import { abandonedPaths, itemsFrom, itemsUpTo, type Transcript } from '@atelier/workshop/view';
import type { Handlers } from '../surface.ts';
import { refuse, refusedBy } from './words.ts';
import { actorOf, planItems, type Workshop } from './workshop.ts';

type Names = 'WorkshopHistory' | 'WorkshopPaths' | 'WorkshopRestorePath' | 'WorkshopTrace' | 'WorkshopToolResult';

const mostItems = 200;
const page = 500;

/** What was said before, on paths that were left, and how each answer was made. */
export const createHistoryHandlers = (open: () => Promise<Workshop>): Handlers<Names> => ({
  WorkshopHistory: async ({ workbenchId, before, upTo, around, after, limit = mostItems }) => {
    const looked = await (await open()).look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkshopHistory', looked.error);
    const { bench, talk } = looked.value;
    const middle = around ?? after;
    if (middle !== undefined) {
      const half = Math.ceil(limit / 2);
      const size = around === undefined ? { upTo: 0, after: limit } : { upTo: half, after: limit - half };
      const window = itemsFrom(talk, bench.head, middle, size);
      return window ? ok(window) : refuse('MESSAGE_NOT_FOUND');
    }
    const named = before ?? upTo;
    const node = named === undefined ? undefined : talk.nodes.get(named);
    if (named !== undefined && !node) return refuse('MESSAGE_NOT_FOUND');
    return ok(itemsUpTo(talk, before ? (node?.parentId ?? null) : (upTo ?? bench.head), limit));
  },
  WorkshopPaths: async ({ workbenchId }) => {
    const looked = await (await open()).look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkshopPaths', looked.error);
    const { bench, talk } = looked.value;
    const paths = abandonedPaths(talk, bench.head).map((path) => {
      const stamp = bench.messages.has(path.head as MessageId) ? stampAt(bench, path.head as MessageId) : null;
      return { ...path, hasDraft: stamp?.draft != null };
    });
    return ok({ paths });
  },
  WorkshopRestorePath: async ({ workbenchId, messageId, seen = {} }, caller) => {
    const { actions } = await open();
    const [id, target] = [workbenchId as WorkbenchId, messageId as MessageId];
    const done = await actions.restorePath(id, target, seen as Seen, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopRestorePath', done.error);
  },
  WorkshopTrace: async ({ workbenchId, messageId }) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkshopTrace', looked.error);
    const node = looked.value.talk.nodes.get(messageId);
    if (!node) return refuse('MESSAGE_NOT_FOUND');
    const { id, talk } = await placeOf(workshop, workbenchId as WorkbenchId, looked.value.talk, messageId);
    const runId = node.runId ?? runFor(talk, messageId);
    const run = runId === null ? undefined : talk.runs.get(runId);
    if (runId === null || !run) return ok(noTrace);
    const read = await workshop.log.read(benchStream(id), { from: run.from, limit: run.to - run.from + 1 });
    if (!read.ok) return refusedBy('WorkshopTrace', { code: 'STORE_UNHEALTHY' });
    const own = read.value.events.filter(({ data }) => data.runId === runId);
    const artifact = async (name: 'plan' | 'research'): Promise<string | null> => {
      const found = run.artifacts.find((each) => each.name === name);
      return (found && (await workshop.textOf(id, found.contentId as ContentId).catch(() => undefined))) ?? null;
    };
    const plan = await artifact('plan');
    return ok({
      runId,
      sessionId: sessionIn(read.value.events, runId),
      modelId: run.modelId,
      phases: phasesIn(own),
      plan: plan === null ? null : [...planItems(plan)],
      research: await artifact('research'),
      tools: toolsIn(own),
    });
  },
  WorkshopToolResult: async ({ workbenchId, entryId, messageId }) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkshopToolResult', looked.error);
    const { id, seq } = await placeOf(workshop, workbenchId as WorkbenchId, looked.value.talk, messageId);
    const content = await contentOf(workshop, id, seq ?? looked.value.seq, entryId);
    const text = content && (await workshop.textOf(id, content));
    if (!text) return refuse('RESULT_NOT_FOUND');
    return ok({ result: (JSON.parse(text) as { readonly result: Record<string, never> }).result });
  },
});

type Trace = ValueOf<'WorkshopTrace'>;
const noTrace: Trace = {
  runId: null,
  sessionId: null,
  modelId: null,
  phases: [],
  plan: null,
  research: null,
  tools: [],
};

/** Where the run behind an answer is told: an answer of a lane was made on the lane's own stream. */
const placeOf = async (workshop: Workshop, id: WorkbenchId, talk: Transcript, messageId: string | undefined) => {
  const laneId = messageId === undefined ? undefined : talk.nodes.get(messageId)?.laneId;
  if (laneId === undefined) return { id, talk, seq: undefined };
  const own = laneBench(laneId as LaneId);
  const looked = await workshop.look(own);
  return looked.ok ? { id: own, talk: looked.value.talk, seq: looked.value.seq } : { id, talk, seq: undefined };
};

const sessionIn = (events: readonly LogEvent[], runId: string): string | null => {
  const taken = events.find(
    ({ kind, data }) => kind === 'run.step_taken' && (data.body as { readonly runId?: string }).runId === runId,
  );
  const { sessionId } = (taken?.data.body ?? {}) as { readonly sessionId?: string };
  return sessionId ?? null;
};

/** The last run that answered a question. */
const runFor = (talk: Transcript, messageId: string): string | null => {
  let found: string | null = null;
  for (const [runId, { userMessageId }] of talk.runs) if (userMessageId === messageId) found = runId;
  return found;
};

const phasesIn = (events: readonly LogEvent[]): Trace['phases'] => {
  const phases: Trace['phases'] = [];
  for (const { kind, data, at } of events) {
    if (kind === 'run.phase_started') phases.push({ phase: String(data.phase), outcome: null, at });
    const open = phases.findLastIndex(({ phase, outcome }) => phase === data.phase && outcome === null);
    const ended = phases[open];
    if (kind === 'run.phase_completed' && ended)
      phases[open] = { ...ended, outcome: data.outcome as 'ok' | 'paused' | 'failed' };
  }
  return phases;
};

const toolsIn = (events: readonly LogEvent[]): Trace['tools'] =>
  events
    .filter(({ kind }) => kind === 'run.started' || kind.startsWith('tool.'))
    .reduce((talk, event) => foldConversation(talk, event, Number.POSITIVE_INFINITY), emptyConversation).items;

/** Which content holds a tool's whole result, looked for from the newest back. */
const contentOf = async (
  { log }: Workshop,
  id: WorkbenchId,
  seq: number,
  entryId: number,
): Promise<ContentId | undefined> => {
  for (let end = seq; end > 0; ) {
    const from = Math.max(0, end - page);
    const read = await log.read(benchStream(id), { from, limit: end - from });
    if (!read.ok) return undefined;
    const found = read.value.events.findLast(({ kind, data }) => kind === 'tool.returned' && data.entryId === entryId);
    if (found) return typeof found.data.content === 'string' ? (found.data.content as ContentId) : undefined;
    end = from;
  }
  return undefined;
};
