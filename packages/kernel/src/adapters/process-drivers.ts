import type { Drive, Drivers } from '../ports/drivers.ts';

/** Where one process has the data to itself: what is wanted is driven at once, and by nobody else. */
export const createProcessDrivers = (): Drivers => {
  const underWay = new Set<Promise<unknown>>();
  const never = new AbortController().signal;
  let drive: Drive | undefined;
  return {
    isShared: false,
    want: async (order) => {
      if (!drive) throw new Error('nobody drives yet');
      // How it went is in the log; what it throws, its driver has told.
      const ended = drive(order, never).catch(() => undefined);
      underWay.add(ended);
      void ended.then(() => underWay.delete(ended));
      return true;
    },
    work: (given) => {
      drive = given;
    },
    stop: async () => {
      await Promise.all(underWay);
    },
  };
};
