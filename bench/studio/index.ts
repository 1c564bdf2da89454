import type { Bench } from '../bench.ts';
import { routing, rules } from './core.ts';
import { documents } from './documents.ts';
import { applying, revisionBytes } from './drafts.ts';
import { rebuilding } from './rebuild.ts';
import { lightEventFlat, lightEvents, skillTurns } from './turns.ts';

export const benches: readonly Bench[] = [
  routing,
  rules,
  lightEvents,
  lightEventFlat,
  skillTurns,
  applying,
  revisionBytes,
  rebuilding,
  documents,
];
