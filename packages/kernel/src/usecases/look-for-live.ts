import type { Result } from '../core/result.ts';
import type { CollectDeps } from './collect.ts';
import { createLiveSet, type LiveUnreadable } from './collect-live.ts';

/** What a collection would stop at: something needed that is missing or cannot be read. Hashes and changes nothing. */
export const lookForLive = ({
  objects,
  pins,
  idOf,
}: Pick<CollectDeps, 'objects' | 'pins' | 'idOf'>): Promise<Result<void, LiveUnreadable>> =>
  createLiveSet({ objects, carried: pins.carried, idOf }).reach(pins.livePins());
