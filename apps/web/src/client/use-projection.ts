import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** A screen reads a projection (or any observable) and is drawn again when it moves. */
export const useProjection = <Value>(observable: Observable<Value>): Value =>
  useSyncExternalStore(observable.subscribe, observable.get);
