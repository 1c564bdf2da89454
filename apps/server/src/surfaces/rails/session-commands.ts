import { type RunPreferences, sessionStream } from '@atelier/contracts';
import { createIds, sha256, systemWorld } from '@atelier/kernel/adapters';
import { type LogEvent, ok } from '@atelier/kernel/core';
import {
  driftOf,
  preferredTip,
  redactPlaces,
  runViewOf,
  type SessionState,
  sessionCardOf,
  stillQueued,
  withoutPlace,
  workspaceOf,
} from '@atelier/rails/console';
import { defaultPreferences, type RunId, type SessionId, withChange } from '@atelier/rails/core';
import type { RailsStore } from '../../services/runs.ts';
import type { Handlers } from '../surface.ts';
import { readNode } from './read-node.ts';
import { pinnedOf, readSession, troubleToHealth } from './read-session.ts';
import { recorded } from './recorded.ts';
import type { SessionIndex } from './session-index.ts';
import { refuse, storeRefused } from './words.ts';

type Names =
  | 'SessionsList'
  | 'SessionMark'
  | 'SessionsMark'
  | 'SessionGet'
  | 'SessionEvents'
  | 'SessionRepair'
  | 'SessionPreferencesQueue'
  | 'RunGet'
  | 'NodeGet';

const newId = createIds(systemWorld);
const PAGE = 100;
const UNMARKED = { archived: false, kept: false };

export const createSessionCommands = (store: RailsStore, index: SessionIndex): Handlers<Names> => ({
  SessionsList: async ({ from = 0, limit = PAGE, ...filter }, { role }) =>
    ok(await index.page(filter, from, limit, role === 'admin')),

  SessionMark: async ({ sessionId, ...marks }) => {
    const read = await readSession(store, sessionId);
    if (!read) return refuse('SESSION_NOT_FOUND');
    const set = await recorded(() => store.marks.set([read.sessionId], marks));
    if (!set.ok) return storeRefused(set.error);
    index.touched(sessionId);
    return ok(set.value.get(read.sessionId) ?? UNMARKED);
  },

  SessionsMark: async ({ sessionIds, ...marks }) => {
    const known = new Set((await index.list()).map(({ sessionId }) => sessionId));
    if (!sessionIds.every((sessionId) => known.has(sessionId))) return refuse('SESSION_NOT_FOUND');
    const set = await recorded(() => store.marks.set(sessionIds as SessionId[], marks));
    if (!set.ok) return storeRefused(set.error);
    for (const sessionId of set.value.keys()) index.touched(sessionId);
    return ok({ marked: set.value.size });
  },

  SessionGet: async ({ sessionId }, { role }) => {
    const read = await readSession(store, sessionId);
    if (!read) return refuse('SESSION_NOT_FOUND');
    const { state, health } = read;
    const card = sessionCardOf(sessionId, state, health, await pinnedOf(store, state));
    const queued = stillQueued(sha256, state, await store.intents.pending(read.sessionId));
    const preferences = Object.fromEntries(
      [...state.runs.values()].map((run) => [run.runId, preferredTip(run)?.preferences ?? defaultPreferences]),
    );
    const marks = (await store.marks.all()).get(read.sessionId) ?? UNMARKED;
    return ok({
      view: {
        ...(role === 'admin' ? card : withoutPlace(card)),
        title: (await store.titles.all()).get(read.sessionId) ?? card.title,
        goal: card.title,
        ...marks,
        preferences,
        queued: queued.map(({ intentId, change }) => ({ intentId, change })),
      },
      seq: state.next,
    });
  },

  SessionEvents: async ({ sessionId, from, limit }, { role }) => {
    const told = (events: readonly LogEvent[]) => (role === 'admin' ? [...events] : events.map(redactPlaces));
    const page = await store.log.read(sessionStream(sessionId), { from, limit });
    if (page.ok) {
      const { next: total } = await healthNext(store, sessionId);
      if (total === 0) return refuse('SESSION_NOT_FOUND');
      const events = told(page.value.events);
      return ok({ events, next: from + events.length, total, health: { kind: 'healthy' } });
    }
    if (page.error.code !== 'UNHEALTHY') return refuse('SESSION_NOT_FOUND');
    const salvaged = (await store.salvage(sessionStream(sessionId))).events;
    const events = told(salvaged.slice(from, from + limit));
    const health = troubleToHealth(page.error.health);
    return ok({ events, next: from + events.length, total: salvaged.length, health });
  },

  SessionRepair: async ({ sessionId }) => {
    if (!store.repair) return refuse('REPAIR_UNAVAILABLE');
    if (!(await readSession(store, sessionId))) return refuse('SESSION_NOT_FOUND');
    const repaired = await store.repair(sessionStream(sessionId));
    if (!repaired.ok) return storeRefused(repaired.error);
    index.touched(sessionId);
    return ok({ events: repaired.value.next, keptAside: repaired.value.aside !== undefined });
  },

  SessionPreferencesQueue: async ({ sessionId, change }) => {
    const read = await readSession(store, sessionId);
    if (!read) return refuse('SESSION_NOT_FOUND');
    if (read.health.kind !== 'healthy') return refuse('SESSION_NOT_HEALTHY');
    // What changes nothing would never be recorded, and would wait to undo a later wish.
    const waiting = stillQueued(sha256, read.state, await store.intents.pending(read.sessionId));
    const settled = waiting.reduce((now, intent) => withChange(now, intent.change), preferencesNow(read.state));
    const wanted = withChange(settled, change);
    if (wanted.autonomy === settled.autonomy && wanted.riskPolicy === settled.riskPolicy)
      return refuse('NOTHING_TO_SET');
    const intentId = newId('prefchg');
    const queued = await recorded(() =>
      store.intents.queue(read.sessionId, { intentId, kind: 'set_preferences', change }),
    );
    if (!queued.ok) return storeRefused(queued.error);
    index.touched(sessionId);
    return ok({ intentId });
  },

  RunGet: async ({ sessionId, runId }) => {
    const read = await readSession(store, sessionId);
    if (!read) return refuse('SESSION_NOT_FOUND');
    const { state, health } = read;
    const run = state.runs.get(runId as RunId);
    if (!run) return refuse('RUN_NOT_FOUND');
    const workflow = await store.workflows.get(run.workflowHash);
    const now = await store.watch.fingerprint(run.workflowId, { workspacePath: workspaceOf(state) });
    const words = await store.words.said(read.sessionId);
    const view = runViewOf({ sessionId, run, workflow, health, drift: driftOf(run, now), words, heard: state.heard });
    const told = workflow === undefined ? { ...view, drift: [PINNED_MISSING, ...view.drift] } : view;
    return ok({ view: told, seq: state.next });
  },

  NodeGet: (params) => readNode(store, params),
});

/** Of the run that moved last: the one a person is looking at. */
const preferencesNow = (state: SessionState): RunPreferences => {
  const newest = [...state.runs.values()].sort((a, b) => b.newestSeq - a.newestSeq)[0];
  return (newest && preferredTip(newest)?.preferences) ?? defaultPreferences;
};

const healthNext = async (store: RailsStore, sessionId: string): Promise<{ readonly next: number }> => {
  const health = await store.log.health(sessionStream(sessionId));
  return { next: health.kind === 'healthy' ? health.next : health.validNext };
};

/** What the run is pinned to is gone from the store: its steps are known by their ids alone, and nothing goes on from it. */
const PINNED_MISSING = {
  code: 'PINNED_WORKFLOW_MISSING',
  message: 'The workflow this run is pinned to is missing from the store. `npx atelier verify` names it.',
} as const;
