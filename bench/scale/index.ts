import type { Bench } from '../bench.ts';
import { follow } from './follow.ts';

export const benches: readonly Bench[] = [follow];
