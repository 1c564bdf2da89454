import type { Bench } from '../bench.ts';
import { bucketPut } from './bucket.ts';
import { follow } from './follow.ts';
import { streamsLook } from './streams.ts';
import { takeover } from './takeover.ts';
import { twoServers } from './two-servers.ts';

export const benches: readonly Bench[] = [follow, streamsLook, bucketPut, takeover, twoServers];
