/** Commands that change the run are answered one after another: two tabs cannot both begin one. */
export const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
};
export type Turns = ReturnType<typeof createTurns>;
