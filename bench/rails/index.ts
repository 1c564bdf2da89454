import type { Bench } from '../bench.ts';
import { coldStart } from './cold-start.ts';
import { steps } from './steps.ts';

export const benches: readonly Bench[] = [coldStart, steps];
