/**
 * Jobs that arrive while one trip is under way wait and make the next one together. When a shared trip fails,
 * each job is tried alone, so that nobody fails for another's fault.
 */
export const createGroup = <Batch>(trip: <T>(job: (batch: Batch) => Promise<T>) => Promise<T>) => {
  let waiting: Waiting<Batch>[] = [];
  let running = false;

  const pump = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const jobs = waiting;
      waiting = [];
      await (jobs.length === 1 ? alone(jobs) : shared(jobs));
    }
    running = false;
  };

  const shared = async (jobs: readonly Waiting<Batch>[]): Promise<void> => {
    try {
      const settle = await trip(async (batch) => {
        const settlers: (() => void)[] = [];
        for (const job of jobs) settlers.push(await job.run(batch));
        return settlers;
      });
      for (const each of settle) each();
    } catch {
      await alone(jobs);
    }
  };

  const alone = async (jobs: readonly Waiting<Batch>[]): Promise<void> => {
    for (const job of jobs) {
      try {
        (await trip(job.run))();
      } catch (cause) {
        job.reject(cause);
      }
    }
  };

  return <T>(job: (batch: Batch) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({
        run: async (batch) => {
          const value = await job(batch);
          return () => resolve(value);
        },
        reject,
      });
      if (!running) void pump();
    });
};

type Waiting<Batch> = {
  /** Answers what to call once the trip is over. */
  readonly run: (batch: Batch) => Promise<() => void>;
  readonly reject: (cause: unknown) => void;
};
