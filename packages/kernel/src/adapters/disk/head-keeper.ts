import type { StreamId } from '../../core/event.ts';
import type { ChainEnd } from '../../core/log/chain-end.ts';
import { whyNotThrough } from '../../core/log/chain-end.ts';
import type { Tail } from '../../core/log/tail.ts';
import type { GoesThrough, Head, Heads } from '../../ports/heads.ts';
import type { Timers } from '../../ports/timers.ts';

type Place = Pick<Tail, 'commit' | 'head'>;

export type HeadKeeper = {
  /** A commit was made that follows `before`. */
  readonly note: (stream: StreamId, before: Place, tail: Place) => void;
  /** Signs what is still unsigned. */
  readonly flush: () => Promise<void>;
};

/** Commits of this process without a gap between them; `signed` is one of the ends it had. */
type Run = { commit: number; head: string; signed?: Head };

const WITHIN_MS = 1_000;
const MAX_RUNS = 1_000;

/**
 * Commits are noted as they are made and signed together within a second, so that no commit waits for it. What was
 * signed before is held against the chain once for each run of commits: when a process begins to write a stream, and
 * when it finds that the stream is not where it left it.
 */
export const createHeadKeeper = (
  heads: Heads,
  timers: Timers,
  chainOf: (stream: StreamId) => Promise<ChainEnd>,
): HeadKeeper => {
  const runs = new Map<StreamId, Run>();
  const unsigned = new Set<StreamId>();
  let callOff: (() => void) | undefined;
  let signing: Promise<void> = Promise.resolve();

  const sign = async (due: ReadonlyMap<StreamId, { readonly run: Run; readonly head: Head }>): Promise<void> => {
    const goesThrough: GoesThrough = async (before, now) => {
      const known = due.get(now.stream)?.run.signed;
      if (known?.commits === before.commits && known.head === before.head) return true;
      const chain = await chainOf(now.stream);
      // The second, because somebody may have repaired the stream since the commit was noted.
      return (await whyNotThrough(before, chain)) === undefined && (await whyNotThrough(now, chain)) === undefined;
    };
    await heads.sign(
      [...due.values()].map(({ head }) => head),
      goesThrough,
    );
    for (const { run, head } of due.values()) run.signed = head;
  };

  const flush = (): Promise<void> => {
    callOff?.();
    callOff = undefined;
    const due = new Map<StreamId, { readonly run: Run; readonly head: Head }>();
    for (const stream of unsigned) {
      const run = runs.get(stream);
      if (run) due.set(stream, { run, head: { stream, commits: run.commit, head: run.head } });
    }
    unsigned.clear();
    if (runs.size > MAX_RUNS) runs.clear(); // those that are needed again are held against the chain again
    if (due.size > 0) {
      // A head that cannot be signed is one that `verify` will not find; the commit itself stands.
      signing = signing.then(() => sign(due)).catch(() => undefined);
    }
    return signing;
  };

  return {
    note: (stream, before, { commit, head }) => {
      const run = runs.get(stream);
      if (run && run.commit === before.commit && run.head === before.head) {
        run.commit = commit;
        run.head = head;
      } else runs.set(stream, { commit, head });
      unsigned.add(stream);
      callOff ??= timers.after(WITHIN_MS, () => void flush());
    },
    flush,
  };
};

export const noHeads: Heads = {
  sign: async () => undefined,
  signAnew: async () => undefined,
  of: async () => undefined,
  streams: async () => [],
};
