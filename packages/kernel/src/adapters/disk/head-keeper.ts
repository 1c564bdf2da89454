import type { StreamId } from '../../core/event.ts';
import type { ChainEnd } from '../../core/log/chain-end.ts';
import { whyNotThrough } from '../../core/log/chain-end.ts';
import type { Tail } from '../../core/log/tail.ts';
import type { GoesThrough, Head, Heads, UnsignedHead } from '../../ports/heads.ts';
import type { Timers } from '../../ports/timers.ts';
import { unsignedFor } from '../signed-head.ts';

type Place = Pick<Tail, 'commit' | 'head'>;

export type HeadKeeper = {
  /** A commit was made that follows `before`. */
  readonly note: (stream: StreamId, before: Place, tail: Place) => void;
  /** Nothing of this stream is signed any more once this resolves. */
  readonly forget: (stream: StreamId) => Promise<void>;
  /** What the last try could not sign; it is tried again. */
  readonly unsigned: () => readonly UnsignedHead[];
  /** Signs what is still unsigned, and does not try again. */
  readonly close: () => Promise<void>;
};

/** Commits of this process without a gap between them; `signed` is one of the ends it had. */
type Run = { commit: number; head: string; signed?: Head };

const WITHIN_MS = 1_000;
const AGAIN_AT_MOST_MS = 60_000;
const MAX_RUNS = 1_000;

/**
 * Commits are noted as they are made and signed together within a second, so that no commit waits for it. What was
 * signed before is held against the chain once for each run of commits: when a process begins to write a stream, and
 * when it finds that the stream is not where it left it. What cannot be signed is tried again, each time a little
 * later, and once more at the end.
 */
export const createHeadKeeper = (
  heads: Heads,
  timers: Timers,
  chainOf: (stream: StreamId) => Promise<ChainEnd>,
): HeadKeeper => {
  const runs = new Map<StreamId, Run>();
  const due = new Set<StreamId>();
  const failed = new Map<StreamId, UnsignedHead>();
  let next: { readonly isSoon: boolean; readonly callOff: () => void } | undefined;
  let againMs = WITHIN_MS;
  let isClosed = false;
  let signing: Promise<void> = Promise.resolve();

  const trySigning = async (runByHead: ReadonlyMap<Head, Run>): Promise<readonly UnsignedHead[]> => {
    const all = [...runByHead.keys()];
    const goesThrough: GoesThrough = async (before, now) => {
      const known = runByHead.get(now)?.signed;
      if (known?.commits === before.commits && known.head === before.head) return true;
      const chain = await chainOf(now.stream);
      // The second, because somebody may have repaired the stream since the commit was noted.
      return (await whyNotThrough(before, chain)) === undefined && (await whyNotThrough(now, chain)) === undefined;
    };
    try {
      return await heads.sign(all, goesThrough);
    } catch (cause) {
      return unsignedFor(cause, all);
    }
  };

  const signDue = async (): Promise<void> => {
    const runByHead = new Map<Head, Run>();
    for (const stream of due) {
      const run = runs.get(stream);
      if (run) runByHead.set({ stream, commits: run.commit, head: run.head }, run);
    }
    due.clear();
    if (runByHead.size === 0) return;
    const unsigned = new Map((await trySigning(runByHead)).map((each) => [each.stream, each]));
    for (const [head, run] of runByHead) {
      const why = unsigned.get(head.stream);
      if (why) {
        failed.set(head.stream, why);
        due.add(head.stream);
      } else {
        failed.delete(head.stream);
        run.signed = head;
      }
    }
    // Those that are needed again are held against the chain again.
    if (runs.size > MAX_RUNS) for (const stream of runs.keys()) if (!due.has(stream)) runs.delete(stream);
    againMs = failed.size === 0 ? WITHIN_MS : Math.min(againMs * 2, AGAIN_AT_MOST_MS);
    if (failed.size > 0 && !next) wakeAfter(againMs, false);
  };

  const sign = (): Promise<void> => {
    next?.callOff();
    next = undefined;
    signing = signing.then(signDue);
    return signing;
  };

  const wakeAfter = (ms: number, isSoon: boolean): void => {
    if (isClosed) return;
    next?.callOff();
    next = { isSoon, callOff: timers.after(ms, () => void sign()) };
  };

  return {
    note: (stream, before, { commit, head }) => {
      const run = runs.get(stream);
      if (run && run.commit === before.commit && run.head === before.head) {
        run.commit = commit;
        run.head = head;
      } else runs.set(stream, { commit, head });
      due.add(stream);
      if (!next?.isSoon) wakeAfter(WITHIN_MS, true);
    },
    forget: async (stream) => {
      runs.delete(stream);
      await signing;
      due.delete(stream);
      failed.delete(stream);
    },
    unsigned: () => [...failed.values()],
    close: () => {
      isClosed = true;
      return sign();
    },
  };
};

export const noHeads: Heads = {
  sign: async () => [],
  signAnew: async () => undefined,
  forget: async () => undefined,
  of: async () => undefined,
  streams: async () => [],
  keyTrouble: async () => undefined,
  putAside: async () => undefined,
  asides: async () => [],
};
