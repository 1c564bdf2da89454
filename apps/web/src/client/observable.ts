/** A value that can be watched: the shape `useSyncExternalStore` wants. */
export type Observable<Value> = {
  readonly get: () => Value;
  readonly subscribe: (listener: () => void) => () => void;
};

export type Cell<Value> = Observable<Value> & { readonly set: (value: Value) => void };

export const createCell = <Value>(initial: Value): Cell<Value> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** A value computed from another; the same input gives the very same output, as a screen needs it. */
export const derive = <From, To>(source: Observable<From>, compute: (from: From) => To): Observable<To> => {
  let last: { readonly from: From; readonly to: To } | undefined;
  return {
    get: () => {
      const from = source.get();
      if (last === undefined || !Object.is(last.from, from)) last = { from, to: compute(from) };
      return last.to;
    },
    subscribe: source.subscribe,
  };
};

/** Several lists seen as one, in order. */
export const concatenate = <Item>(sources: readonly Observable<readonly Item[]>[]): Observable<readonly Item[]> => {
  let last: { readonly parts: readonly (readonly Item[])[]; readonly whole: readonly Item[] } = {
    parts: [],
    whole: [],
  };
  return {
    get: () => {
      const parts = sources.map((source) => source.get());
      if (parts.length !== last.parts.length || parts.some((part, at) => part !== last.parts[at])) {
        last = { parts, whole: parts.flat() };
      }
      return last.whole;
    },
    subscribe: (listener) => {
      const stops = sources.map((source) => source.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};
