import { Effort, emptyConversation, foldConversation, type ValueOf } from '@atelier/contracts';
import type { LogEvent } from '@atelier/kernel/core';
import { ok } from '@atelier/kernel/core';
import { benchStream, type ContentId, type MessageId, type Seen, stampAt, type WorkbenchId } from '@atelier/workshop';
import { abandonedPaths, itemsFrom, itemsUpTo } from '@atelier/workshop/view';
import type { Handlers } from '../surface.ts';
import { placeOf, readRun, toolsIn } from './run-events.ts';
import { promptsIn } from './sent-prompts.ts';
import { refuse, refusedBy } from './words.ts';
import { actorOf, planItems, type Workshop } from './workshop.ts';

type Names =
  | 'WorkshopHistory'
  | 'WorkshopPaths'
  | 'WorkshopRestorePath'
  | 'WorkshopSummary'
  | 'WorkshopTrace'
  | 'WorkshopToolResult';

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
    if (!looked.value.talk.nodes.has(messageId)) return refuse('MESSAGE_NOT_FOUND');
    const told = await readRun(workshop, workbenchId as WorkbenchId, looked.value.talk, messageId);
    if (!told.ok) return refusedBy('WorkshopTrace', told.error);
    if (!told.value) return ok(noTrace);
    const { id, runId, run, events } = told.value;
    const artifact = async (name: 'plan' | 'research'): Promise<string | null> => {
      const found = run.artifacts.find((each) => each.name === name);
      return (found && (await workshop.textOf(id, found.contentId as ContentId).catch(() => undefined))) ?? null;
    };
    const plan = await artifact('plan');
    return ok({
      runId,
      sessionId: sessionIn(events, runId),
      modelId: run.modelId,
      ...phasesIn(events.filter(({ data }) => data.runId === runId)),
      plan: plan === null ? null : [...planItems(plan)],
      research: await artifact('research'),
      tools: toolsIn(told.value),
      prompts: await promptsIn(told.value, (content) => workshop.textOf(id, content)),
    });
  },
  WorkshopSummary: async ({ workbenchId, messageId }) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkshopSummary', looked.error);
    const item = looked.value.talk.nodes.get(messageId)?.item;
    if (item?.kind !== 'card' || typeof item.facts.textId !== 'string') return refuse('MESSAGE_NOT_FOUND');
    const text = await workshop.textOf(workbenchId as WorkbenchId, item.facts.textId as ContentId);
    return text === undefined ? refuse('RESULT_NOT_FOUND') : ok({ text });
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
  meter: emptyConversation.meter,
  plan: null,
  research: null,
  tools: [],
  prompts: [],
};

const sessionIn = (events: readonly LogEvent[], runId: string): string | null => {
  const taken = events.find(
    ({ kind, data }) => kind === 'run.step_taken' && (data.body as { readonly runId?: string }).runId === runId,
  );
  const { sessionId } = (taken?.data.body ?? {}) as { readonly sessionId?: string };
  return sessionId ?? null;
};

/** What each phase took, and the run with what was called between them. */
const phasesIn = (events: readonly LogEvent[]): Pick<Trace, 'phases' | 'meter'> => {
  const phases: Trace['phases'] = [];
  const begun = events.find(({ kind }) => kind === 'run.started');
  const metered = (meter: Trace['meter'], event: LogEvent): Trace['meter'] =>
    begun === undefined
      ? meter
      : [begun, event].reduce((talk, each) => foldConversation(talk, each), { ...emptyConversation, meter }).meter;
  let whole = emptyConversation.meter;
  for (const event of events) {
    const { kind, data, at } = event;
    const open = phases.findLastIndex(({ outcome }) => outcome === null);
    const phase = phases[open];
    if (kind === 'run.metered') whole = metered(whole, event);
    if (kind === 'run.phase_started') phases.push({ ...untouched, phase: String(data.phase), at });
    else if (phase === undefined) continue;
    else if (kind === 'run.phase_completed' && phase.phase === data.phase) {
      const ms = Math.max(0, Date.parse(at) - Date.parse(phase.at));
      phases[open] = { ...phase, outcome: data.outcome as 'ok' | 'paused' | 'failed', ms };
    } else if (kind === 'run.metered')
      phases[open] = { ...phase, calls: phase.calls + 1, meter: metered(phase.meter, event) };
    else if (kind === 'run.turn_started') phases[open] = { ...phase, ...askedAs(data.profile) };
  }
  return { phases, meter: whole };
};

const untouched = {
  outcome: null,
  ms: null,
  calls: 0,
  meter: emptyConversation.meter,
  effort: null,
  temperature: null,
} as const;

/** How a model was asked, in the names of any provider's wire. */
const askedAs = (profile: unknown): Pick<Trace['phases'][number], 'effort' | 'temperature'> => {
  const { effort, reasoningEffort, temperature } = (profile ?? {}) as Readonly<Record<string, unknown>>;
  const told = Effort.safeParse(effort ?? reasoningEffort);
  return { effort: told.success ? told.data : null, temperature: typeof temperature === 'number' ? temperature : null };
};

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
