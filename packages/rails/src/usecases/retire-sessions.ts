import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import type { SessionId } from '../core/ids.ts';
import { dueForRemoval } from '../core/retention.ts';
import { CONSOLE_STREAM } from '../ports/console-facts.ts';
import type { SessionIndex } from '../ports/resume-index.ts';
import type { SessionMarks, SessionRemoval } from '../ports/retention.ts';

export type RetireDeps = {
  readonly index: SessionIndex;
  readonly marks: SessionMarks;
  readonly removal: SessionRemoval;
  readonly log: Pick<EventLog, 'health'>;
  readonly now: () => number;
  /** Which of those that are due may go now. */
  readonly ripe: (due: readonly SessionId[]) => ReadonlySet<SessionId>;
};

export type RetireRefused = { readonly code: 'SESSIONS_UNHEALTHY'; readonly sessionIds: readonly SessionId[] };

/** Sessions that the time set by a person would remove now. */
export const dueSessions =
  ({ index, marks, now }: Pick<RetireDeps, 'index' | 'marks' | 'now'>) =>
  async (days: number | null): Promise<readonly { readonly sessionId: SessionId; readonly stamp: string }[]> => {
    if (days === null) return [];
    const known = await marks.all();
    const sessions = await index.sessions();
    const aged = sessions.map(({ sessionId, card }) => ({
      sessionId,
      lastActivityAt: card?.lastActivityAt ?? null,
      // The Workbench it belongs to shows how its work was done for as long as it has that work.
      kept: known.get(sessionId)?.kept === true || card?.workbenchId !== undefined,
    }));
    const due = new Set(dueForRemoval(aged, { days, now: now() }));
    return sessions.filter(({ sessionId }) => due.has(sessionId));
  };

/**
 * Removes what is due. While any session is damaged nothing is removed at all: whoever repairs it may need what
 * another one holds. What their content leaves behind is collected like everything nobody refers to any more.
 */
export const retireSessions =
  (deps: RetireDeps) =>
  async (days: number | null): Promise<Result<readonly SessionId[], RetireRefused>> => {
    const now = await dueSessions(deps)(days);
    const ripe = deps.ripe(now.map(({ sessionId }) => sessionId));
    const due = now.filter(({ sessionId }) => ripe.has(sessionId));
    if (due.length === 0) return ok([]);
    // Which sessions a person wants to keep cannot be told from what cannot be read.
    if ((await deps.log.health(CONSOLE_STREAM)).kind !== 'healthy')
      return err({ code: 'SESSIONS_UNHEALTHY', sessionIds: [] });
    const unhealthy: SessionId[] = [];
    for (const { sessionId } of await deps.index.sessions())
      if ((await deps.log.health(`session/${sessionId}`)).kind !== 'healthy') unhealthy.push(sessionId);
    if (unhealthy.length > 0) return err({ code: 'SESSIONS_UNHEALTHY', sessionIds: unhealthy });
    const removed: SessionId[] = [];
    for (const { sessionId, stamp } of due) if (await deps.removal.remove(sessionId, stamp)) removed.push(sessionId);
    await deps.marks.forget(removed);
    return ok(removed);
  };
