type Steps = {
  /** Resolves when the last connection is gone. */
  readonly stopAccepting: () => Promise<void>;
  /** No new command begins; resolves when those under way have ended. */
  readonly workDone: () => Promise<void>;
  readonly endJobs: () => Promise<void>;
  readonly sayGoodbye: () => void;
  readonly closeLog: () => Promise<void>;
  readonly cutConnections: () => void;
  readonly release: () => Promise<void>;
  readonly patienceMs: number;
};

/** Tabs get a moment to answer the goodbye; one that sleeps must not hold the door. */
const goodbyeMs = 1_000;

/** The order of a graceful stop. Called twice, it stops once. */
export const createStop = (steps: Steps): (() => Promise<void>) => {
  const stop = async () => {
    const closed = steps.stopAccepting();
    // What hangs has acknowledged nothing, so nothing is lost by leaving it.
    await within(steps.patienceMs, steps.workDone());
    await within(steps.patienceMs, steps.endJobs());
    steps.sayGoodbye();
    await steps.closeLog();
    await within(goodbyeMs, closed);
    steps.cutConnections();
    await closed;
    await steps.release();
  };
  let stopping: Promise<void> | undefined;
  return () => {
    stopping ??= stop();
    return stopping;
  };
};

const within = async (ms: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
};
