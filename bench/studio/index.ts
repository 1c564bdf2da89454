import type { Bench } from '../bench.ts';
import { routing, rules } from './core.ts';
import { crowd } from './crowd.ts';
import { documents } from './documents.ts';
import { applying, revisionBytes } from './drafts.ts';
import { painting } from './paint.ts';
import { rebuilding } from './rebuild.ts';
import { routeCode } from './route-code.ts';
import { views } from './server.ts';
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
  views,
  crowd,
  painting,
  routeCode,
];
