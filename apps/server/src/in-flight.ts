/** Commands under way. Once stopping, no new one begins, and `settled` waits for those that have. */
export const createInFlight = () => {
  let count = 0;
  let stopping = false;
  let onSettled: () => void = () => undefined;
  return {
    /** Undefined when it was not begun because the server is stopping. */
    run: async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      if (stopping) return undefined;
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) onSettled();
      }
    },
    settled: (): Promise<void> => {
      stopping = true;
      return count === 0 ? Promise.resolve() : new Promise((resolve) => (onSettled = resolve));
    },
  };
};
