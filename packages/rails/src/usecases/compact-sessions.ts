import type { Result, StreamId } from '@atelier/kernel/core';
import type { SessionId } from '../core/ids.ts';
import type { SessionIndex } from '../ports/resume-index.ts';

export type CompactDeps = {
  readonly index: SessionIndex;
  /** Makes a stream that rests smaller; refuses while somebody writes it. */
  readonly compact: (stream: StreamId) => Promise<Result<{ readonly savedBytes: number }, unknown>>;
  readonly now: () => number;
};

/** A run that just ended is often looked at, or gone on from: it stays quick to read for a while. */
const RESTS_MS = 60 * 60 * 1_000;

/**
 * Makes sessions smaller whose every run is complete. Each is tried once per stamp: one that was gone on from and ended
 * again is packed again. A session in use, or a disk without room, is for the next time. At the end the index is tidied.
 */
export const compactSessions = ({ index, compact, now }: CompactDeps, restsMs = RESTS_MS) => {
  const done = new Map<SessionId, string>();
  return async (signal?: AbortSignal): Promise<{ readonly sessions: number; readonly savedBytes: number }> => {
    let [sessions, savedBytes] = [0, 0];
    for (const { sessionId, stamp, card } of await index.sessions()) {
      if (signal?.aborted) break;
      if (!card || done.get(sessionId) === stamp || !card.runs.every(({ status }) => status === 'complete')) continue;
      if (card.lastActivityAt !== null && now() - Date.parse(card.lastActivityAt) < restsMs) continue;
      const packed = await compact(`session/${sessionId}`);
      if (!packed.ok) continue;
      done.set(sessionId, stamp);
      if (packed.value.savedBytes === 0) continue;
      sessions += 1;
      savedBytes += packed.value.savedBytes;
    }
    if (!signal?.aborted) await index.tidy?.();
    return { sessions, savedBytes };
  };
};
