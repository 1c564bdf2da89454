import { type Id, idFromBytes, uuidV7 } from '../core/ids.ts';
import type { Stamp } from '../core/log/checked-append.ts';
import type { Clock, Entropy } from '../ports/clock.ts';
import { sha256 } from './node/sha256.ts';

export type World = { readonly clock: Clock; readonly entropy: Entropy };

/** Fresh ids: `ids('run')` → `run_…`. */
export const createIds =
  ({ clock, entropy }: World) =>
  <Prefix extends string>(prefix: Prefix): Id<Prefix> =>
    idFromBytes(prefix, uuidV7(clock.now(), entropy.bytes(10)));

export const createStamp = (world: World): Stamp => {
  const ids = createIds(world);
  let written = { now: Number.NaN, at: '' };
  const at = (): string => {
    const now = world.clock.now();
    if (now !== written.now) written = { now, at: new Date(now).toISOString() };
    return written.at;
  };
  return { id: () => ids('evt'), at, sha256 };
};
