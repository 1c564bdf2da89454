const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const numberBySignal = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/** A terminal signals the whole group, so a launcher and its shell may deliver one Ctrl-C twice. */
const sameKeystrokeMs = 300;

/** Resolves at the first signal; the next one ends the process as it is. */
export const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined;
    for (const signal of signals) {
      process.on(signal, () => {
        if (first === undefined) {
          first = performance.now();
          resolve();
        } else if (performance.now() - first > sameKeystrokeMs) process.exit(128 + numberBySignal[signal]);
      });
    }
  });
