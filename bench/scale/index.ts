import type { Bench } from '../bench.ts';
import { bucketPut } from './bucket.ts';
import { follow } from './follow.ts';
import { streamsLook } from './streams.ts';

export const benches: readonly Bench[] = [follow, streamsLook, bucketPut];
