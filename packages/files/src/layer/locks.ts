/** One holder per name at a time, in the order they asked. */
export const createLocks = () => {
  const tails = new Map<string, Promise<unknown>>();
  return {
    hold: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const before = tails.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      const tail = mine.catch(() => undefined);
      tails.set(name, tail);
      try {
        return await mine;
      } finally {
        if (tails.get(name) === tail) tails.delete(name);
      }
    },
  };
};
