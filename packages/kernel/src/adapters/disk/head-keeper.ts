import type { StreamId } from '../../core/event.ts';
import type { Tail } from '../../core/log/tail.ts';
import type { Head, Heads } from '../../ports/heads.ts';
import type { Timers } from '../../ports/timers.ts';

export type HeadKeeper = {
  readonly note: (stream: StreamId, tail: Tail) => void;
  /** Signs what is still unsigned. */
  readonly flush: () => Promise<void>;
};

const WITHIN_MS = 1_000;

/** Commits are noted as they are made and signed together within a second, so that no commit waits for it. */
export const createHeadKeeper = (heads: Heads, timers: Timers): HeadKeeper => {
  const unsigned = new Map<StreamId, Head>();
  let callOff: (() => void) | undefined;
  let signing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    callOff?.();
    callOff = undefined;
    const due = [...unsigned.values()];
    unsigned.clear();
    if (due.length > 0) {
      // A head that cannot be signed is one that `verify` will not find; the commit itself stands.
      signing = signing.then(() => heads.sign(due)).catch(() => undefined);
    }
    return signing;
  };

  return {
    note: (stream, { commit, head }) => {
      unsigned.set(stream, { stream, commits: commit, head });
      callOff ??= timers.after(WITHIN_MS, () => void flush());
    },
    flush,
  };
};

export const noHeads: Heads = { sign: async () => undefined, of: async () => undefined, streams: async () => [] };
