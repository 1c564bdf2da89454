/** Milliseconds of one piece of work. */
export const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** So many samples, after some that only warm up. */
export const samplesOf = async (
  count: number,
  work: (nth: number) => unknown,
  warmUp = 3,
): Promise<readonly number[]> => {
  const samples: number[] = [];
  for (let nth = -warmUp; nth < count; nth += 1) {
    const took = await timed(() => work(nth));
    if (nth >= 0) samples.push(took);
  }
  return samples;
};

type Told<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** A refusal is a broken bench, not a figure. */
export const must = async <T>(asked: Told<T> | Promise<Told<T>>): Promise<T> => {
  const told = await asked;
  if (!told.ok) throw new Error(`refused: ${JSON.stringify(told.error).slice(0, 400)}`);
  return told.value;
};
