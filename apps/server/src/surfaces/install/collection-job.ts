import type { StorageFacts } from '@atelier/contracts';
import type { Result } from '@atelier/kernel/core';
import { type Collected, type LiveUnreadable, PinsUnreadable } from '@atelier/kernel/usecases';

type Trouble = StorageFacts['trouble'];

type Deps = {
  readonly step: () => Promise<Result<Collected, LiveUnreadable>>;
  /** What was let go; not told of a sweep that found nothing. */
  readonly onSwept: (swept: { readonly objects: number; readonly bytes: number }) => Promise<void>;
  readonly onFault: (cause: unknown) => void;
  readonly everyMs?: number;
};

const FIRST_AFTER_MS = 2 * 60 * 1000;
const EVERY_MS = 15 * 60 * 1000;

/** Looks for dead content now and then, one look at a time, and never while somebody waits for the server to start. */
export const createCollectionJob = ({ step, onSwept, onFault, everyMs = EVERY_MS }: Deps) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let trouble: Trouble = null;
  let looked = false;
  let stopped = false;

  const look = async (): Promise<void> => {
    looked = true;
    try {
      const done = await step();
      trouble = done.ok ? null : done.error.code;
      if (done.ok && done.value.kind === 'swept' && done.value.swept.objects > 0) await onSwept(done.value.swept);
    } catch (cause) {
      trouble = cause instanceof PinsUnreadable ? 'STREAM_UNREADABLE' : 'FAULT';
      onFault(cause);
    }
  };

  const later = (ms: number): void => {
    timer = setTimeout(() => {
      running = look().finally(() => {
        if (!stopped) later(everyMs);
      });
    }, ms);
    // A server that is about to end does not stay for this.
    timer.unref();
  };

  return {
    start: (): void => later(Math.min(FIRST_AFTER_MS, everyMs)),
    /** Before that, nobody knows whether anything is in its way. */
    hasLooked: (): boolean => looked,
    /** Why nothing is collected at present, if that is so. */
    trouble: (): Trouble => trouble,
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
