/** Runs pieces of work one after the other; one that fails does not stop those behind it. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

export const createTurn = (): Turn => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
};

export type Turns<Key> = {
  readonly inTurn: <T>(key: Key, work: () => Promise<T>) => Promise<T>;
  /** Whether work of this key is running or waiting. */
  readonly isBusy: (key: Key) => boolean;
};

/** One turn per key; keys without work take no memory. The first piece of work starts at once, in the same tick. */
export const createTurns = <Key = string>(): Turns<Key> => {
  const lastByKey = new Map<Key, Promise<unknown>>();
  return {
    inTurn: async (key, work) => {
      const before = lastByKey.get(key);
      const mine = before ? before.then(work, work) : work();
      lastByKey.set(key, mine);
      try {
        return await mine;
      } finally {
        if (lastByKey.get(key) === mine) lastByKey.delete(key);
      }
    },
    isBusy: (key) => lastByKey.has(key),
  };
};
