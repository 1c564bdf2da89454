import type { Bench } from '../bench.ts';
import { coldStart } from './cold-start.ts';
import { disk } from './disk.ts';
import { history } from './history.ts';
import { parallel } from './parallel.ts';
import { resume } from './resume.ts';
import { steps } from './steps.ts';
import { tokens } from './tokens.ts';

export const benches: readonly Bench[] = [coldStart, steps, parallel, resume, history, tokens, disk];
