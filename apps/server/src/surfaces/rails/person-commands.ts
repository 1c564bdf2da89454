import { createIds, systemWorld } from '@atelier/kernel/adapters';
import { ok } from '@atelier/kernel/core';
import {
  continuePrompt,
  findSessions,
  isTip,
  missingIn,
  preferredTip,
  reportOf,
  reportToMarkdown,
  stateTokenOf,
} from '@atelier/rails/console';
import type { NodeId, RunId } from '@atelier/rails/core';
import type { RailsStore } from '../../services/runs.ts';
import type { Handlers } from '../surface.ts';
import { readSession } from './read-session.ts';
import { recorded } from './recorded.ts';
import type { SessionIndex } from './session-index.ts';
import { refuse, storeRefused } from './words.ts';

type Names = 'SessionRename' | 'SessionsFind' | 'RunSay' | 'RunContinueHere' | 'RunReportGet';

const newId = createIds(systemWorld);
const NEEDS_TEXT = new Set(['answered', 'commented']);

/** What a person can do about a run. None of it moves the run: its agent is told, and moves it. */
export const createPersonCommands = (store: RailsStore, index: SessionIndex): Handlers<Names> => ({
  SessionRename: async ({ sessionId, title }, caller) => {
    const read = await readSession(store, sessionId);
    if (!read) return refuse('SESSION_NOT_FOUND');
    const done = await recorded(() => store.titles.rename(read.sessionId, title, caller.person));
    if (!done.ok) return storeRefused(done.error);
    index.touched(sessionId);
    return ok({ title });
  },

  SessionsFind: async ({ query, limit }) => ok({ sessions: [...findSessions(await index.list(), query, limit)] }),

  RunSay: async ({ sessionId, runId, nodeId, kind, text }, caller) => {
    const read = await readSession(store, sessionId);
    if (!read) return refuse('SESSION_NOT_FOUND');
    if (read.health.kind !== 'healthy') return refuse('SESSION_NOT_HEALTHY');
    const run = read.state.runs.get(runId as RunId);
    if (!run) return refuse('RUN_NOT_FOUND');
    if (!run.nodes.has(nodeId as NodeId)) return refuse('NODE_NOT_FOUND');
    if (preferredTip(run)?.pending === null) return refuse('RUN_COMPLETE');
    if (NEEDS_TEXT.has(kind) && !text) return refuse('TEXT_NEEDED');
    const messageId = newId('said');
    const word = { messageId, kind, runId: run.runId, nodeId: nodeId as NodeId, text: text || null, by: caller.person };
    const done = await recorded(() => store.words.say(read.sessionId, word));
    if (!done.ok) return storeRefused(done.error);
    index.touched(sessionId);
    return ok({ messageId });
  },

  RunContinueHere: async ({ sessionId, runId, nodeId }) => {
    const read = await readSession(store, sessionId);
    if (!read) return refuse('SESSION_NOT_FOUND');
    if (read.health.kind !== 'healthy') return refuse('SESSION_NOT_HEALTHY');
    const run = read.state.runs.get(runId as RunId);
    if (!run) return refuse('RUN_NOT_FOUND');
    const node = run.nodes.get(nodeId as NodeId);
    if (!node) return refuse('NODE_NOT_FOUND');
    const keys = await store.keyring.read();
    if (!keys.ok || !keys.value) return refuse('NO_KEYS_YET');
    const stateToken = stateTokenOf(store.hmac, keys.value, read.sessionId, run, node);
    return ok({ prompt: continuePrompt(run, stateToken, isTip(node)), stateToken, isTip: isTip(node) });
  },

  RunReportGet: async ({ sessionId, runId }) => {
    const read = await readSession(store, sessionId);
    if (!read) return refuse('SESSION_NOT_FOUND');
    const run = read.state.runs.get(runId as RunId);
    if (!run) return refuse('RUN_NOT_FOUND');
    if (read.health.kind === 'healthy') await store.sessions.recall(read.sessionId, missingIn(run));
    const view = reportOf(sessionId, run, await store.workflows.get(run.workflowHash));
    return ok({ view, markdown: reportToMarkdown(view) });
  },
});
