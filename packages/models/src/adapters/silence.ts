import { defaultPatience, type Patience } from '../core/patience.ts';

/**
 * Ends a call whose provider has stopped speaking. Only words count: a server that sends nothing but pings keeps its
 * connection open for ever, and a run nobody watches would wait as long.
 */
export const watchSilence = (asked: AbortSignal, patience: Patience = defaultPatience) => {
  const own = new AbortController();
  let silentMs: number | undefined;
  let hasSpoken = false;
  const startTimer = (ms: number) =>
    setTimeout(() => {
      silentMs = ms;
      own.abort();
    }, ms);
  let timer = startTimer(patience.firstWordMs);
  return {
    signal: AbortSignal.any([asked, own.signal]),
    heard: (): void => {
      if (hasSpoken) return void timer.refresh();
      hasSpoken = true;
      clearTimeout(timer);
      timer = startTimer(patience.silenceMs);
    },
    /** How long nothing came, when that is why the call was ended. */
    silentMs: (): number | undefined => silentMs,
    stop: (): void => clearTimeout(timer),
  };
};
