import type { Bench } from '../bench.ts';
import { toolCalls } from './calls.ts';
import { adopting, assembling, firstRead, listing } from './files.ts';
import { firstView, logBytes } from './talk.ts';
import { timeTravel } from './time-travel.ts';

export const benches: readonly Bench[] = [
  timeTravel,
  firstRead,
  adopting,
  assembling,
  listing,
  firstView,
  toolCalls,
  logBytes,
];
