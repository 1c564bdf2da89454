import type { WorkflowIndex } from '../../core/engine/workflow-index.ts';
import type { SessionId } from '../../core/ids.ts';
import type { RunSummary } from '../../core/resume/summary.ts';
import { summarise } from '../../core/resume/summary.ts';
import { missingIn } from '../../core/session/recall.ts';
import type { PinnedWorkflows } from '../../ports/pinned-workflows.ts';
import type { IndexedSession, ResumeIndex, SessionIndex } from '../../ports/resume-index.ts';
import type { SessionReader } from '../../ports/sessions.ts';
import { sessionCardOf } from '../../view/console/session-card.ts';
import type { SessionStamps } from './stamps.ts';
import type { SummaryJournal } from './summary-journal.ts';

export type Indexed = IndexedSession & { readonly runs: readonly RunSummary[] };

export type ResumeIndexOptions = {
  readonly sessions: Pick<SessionReader, 'at' | 'recall'>;
  readonly workflows: PinnedWorkflows;
  readonly stamps: SessionStamps;
  readonly journal?: SummaryJournal;
  /** How long after a commit its summary is written down, so that a busy run does not pay for each step. */
  readonly settleMs?: number;
};

type Index = ResumeIndex &
  SessionIndex & {
    readonly touched: (sessionId: SessionId) => void;
    /** Looks at it again, whatever its stamp says. */
    readonly forget: (sessionId: SessionId) => void;
    readonly flush: () => Promise<void>;
  };

/** Summaries of all sessions. What was summarised once is read again only when its stamp differs; free to delete. */
export const createResumeIndex = (options: ResumeIndexOptions) => {
  const { sessions, workflows, stamps, journal, settleMs = 2_000 } = options;
  const known = new Map<SessionId, Indexed>();
  const dirty = new Set<SessionId>();
  let loaded = false;
  let quick: string | undefined;
  let flat: readonly RunSummary[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  let moved = 0;
  /** Something was committed here since the last look: the bell may not have rung for it yet. */
  let isTouched = false;
  let refreshing: Promise<void> | undefined;

  const summariseOne = async (sessionId: SessionId, stamp: string): Promise<Indexed> => {
    const session = await sessions.at(sessionId);
    // Nothing may continue from a damaged session, so it is no candidate; its stamp is kept so that we look once.
    if (!session.ok || !session.value) return { sessionId, stamp, runs: [], card: null };
    const state = session.value;
    for (const run of [...state.runs.values()]) await sessions.recall(sessionId, missingIn(run));
    const pinned = new Map<string, WorkflowIndex | undefined>();
    for (const { workflowHash } of [...state.runs.values()])
      pinned.set(workflowHash, await workflows.get(workflowHash));
    return {
      sessionId,
      stamp,
      runs: summarise(state, (run) => pinned.get(run.workflowHash)?.snapshot.name ?? ''),
      card: sessionCardOf(sessionId, state, { kind: 'healthy' }, (run) => pinned.get(run.workflowHash)),
    };
  };

  const load = async (): Promise<void> => {
    if (loaded) return;
    loaded = true;
    for (const entry of (await journal?.read()) ?? [])
      if (!known.has(entry.sessionId)) known.set(entry.sessionId, entry);
  };

  const refresh = async (): Promise<void> => {
    await load();
    const bell = stamps.quick();
    if (bell !== undefined && bell === quick && !isTouched) return;
    isTouched = false;
    const now = await stamps.all(stampsOf(known));
    const changed: Indexed[] = [];
    for (const sessionId of known.keys())
      if (!now.has(sessionId)) {
        known.delete(sessionId);
        flat = undefined;
      }
    for (const [sessionId, stamp] of now) {
      if (known.get(sessionId)?.stamp === stamp) continue;
      const entry = await summariseOne(sessionId, stamp);
      known.set(sessionId, entry);
      changed.push(entry);
      dirty.delete(sessionId);
    }
    if (changed.length > 0) {
      flat = undefined;
      await journal?.append(changed);
      await journal?.compact(known.size, () => [...known.values()]);
    }
    quick = bell;
  };

  const flush = async (): Promise<void> => {
    timer = undefined;
    since = undefined;
    const changed: Indexed[] = [];
    for (const sessionId of [...dirty]) {
      dirty.delete(sessionId);
      const stamp = await stamps.of(sessionId);
      if (stamp === undefined) continue;
      const entry = await summariseOne(sessionId, stamp);
      changed.push(entry);
      if (loaded) {
        known.set(sessionId, entry);
        flat = undefined;
      }
    }
    if (changed.length > 0) await journal?.append(changed);
  };

  const upToDate = (): Promise<void> => {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  /** A run at work is written down when it pauses, at the latest after a while. */
  const settle = (ms: number): void => {
    timer = setTimeout(() => {
      const now = Date.now();
      const left = Math.min(moved + settleMs, (since ?? now) + settleMs * 15) - now;
      if (left > 0) settle(left);
      else void flush().catch(() => undefined);
    }, ms);
    timer.unref();
  };

  const index: Index = {
    sessions: async () => {
      await upToDate();
      return [...known.values()];
    },
    runs: async () => {
      await upToDate();
      flat ??= [...known.values()].flatMap(({ runs }) => runs);
      return flat;
    },
    tidy: async () => {
      await upToDate();
      await journal?.tidy([...known.values()]);
    },
    /** A commit happened here. */
    touched: (sessionId) => {
      dirty.add(sessionId);
      isTouched = true;
      if (!journal) return;
      moved = Date.now();
      since ??= moved;
      if (!timer) settle(settleMs);
    },
    forget: (sessionId) => {
      known.delete(sessionId);
      flat = undefined;
      quick = undefined;
    },
    flush: async () => {
      if (timer) clearTimeout(timer);
      await flush();
    },
  };
  return index;
};

const stampsOf = function* (known: ReadonlyMap<SessionId, Indexed>): Generator<readonly [SessionId, string]> {
  for (const { sessionId, stamp } of known.values()) yield [sessionId, stamp];
};
