/** A map that drops what was used longest ago once it holds more than `most`. */
export type BoundedMap<Key, Value> = {
  /** Counts as a use. */
  readonly get: (key: Key) => Value | undefined;
  /** Does not count as a use. */
  readonly peek: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
  readonly delete: (key: Key) => boolean;
  readonly clear: () => void;
  readonly size: () => number;
  readonly keys: () => IterableIterator<Key>;
};

export const createBoundedMap = <Key, Value>(
  most: number,
  onDrop: (key: Key, value: Value) => void = () => undefined,
): BoundedMap<Key, Value> => {
  const map = new Map<Key, Value>();
  return {
    get: (key) => {
      const value = map.get(key);
      if (value === undefined) return undefined;
      map.delete(key);
      map.set(key, value);
      return value;
    },
    peek: (key) => map.get(key),
    set: (key, value) => {
      map.delete(key);
      map.set(key, value);
      for (const [oldest, dropped] of map) {
        if (map.size <= most) break;
        map.delete(oldest);
        onDrop(oldest, dropped);
      }
    },
    delete: (key) => map.delete(key),
    clear: () => map.clear(),
    size: () => map.size,
    keys: () => map.keys(),
  };
};
