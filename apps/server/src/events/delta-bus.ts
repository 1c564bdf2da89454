import { applyDelta, type Delta, type LiveDeltas } from '@atelier/contracts';

export type DeltaListener = (stream: string, delta: Delta) => void;

/** What happens between two events. Nothing is stored; what is under way is remembered for a tab that opens late. */
export type DeltaBus = {
  readonly publish: (stream: string, delta: Delta) => void;
  readonly live: (stream: string) => readonly Delta[];
  /** Returns how to stop listening. */
  readonly listen: (listener: DeltaListener) => () => void;
};

export const createDeltaBus = (): DeltaBus => {
  const liveByStream = new Map<string, LiveDeltas>();
  const listeners = new Set<DeltaListener>();
  return {
    publish: (stream, delta) => {
      const live = applyDelta(liveByStream.get(stream) ?? {}, delta);
      if (Object.keys(live).length === 0) liveByStream.delete(stream);
      else liveByStream.set(stream, live);
      for (const listener of listeners) listener(stream, delta);
    },
    live: (stream) => Object.values(liveByStream.get(stream) ?? {}),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
