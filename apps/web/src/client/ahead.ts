import type { Atelier } from './atelier.ts';

/** An answer that nobody has come for by then may no longer be true. */
const keptMs = 10_000;

type Answer = { readonly promise: Promise<unknown>; readonly at: number };
const asked = new WeakMap<Atelier, Map<string, Answer>>();

/** Asks before the code that needs the answer has arrived. */
export const askAhead = (atelier: Atelier, key: string, ask: () => Promise<unknown>): void => {
  const answers = asked.get(atelier) ?? new Map<string, Answer>();
  asked.set(atelier, answers);
  const promise = ask();
  promise.catch(() => undefined);
  answers.set(key, { promise, at: Date.now() });
};

/** The answer to what was asked ahead under this key, once; otherwise it is asked now. */
export const aheadOr = <T>(atelier: Atelier, key: string, ask: () => Promise<T>): Promise<T> => {
  const answers = asked.get(atelier);
  const found = answers?.get(key);
  answers?.delete(key);
  return found && Date.now() - found.at < keptMs ? (found.promise as Promise<T>) : ask();
};
