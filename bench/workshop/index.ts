import type { Bench } from '../bench.ts';
import { toolCalls } from './calls.ts';
import { adopting, assembling, firstRead, listing } from './files.ts';
import { historySearch, idleWorkers } from './idle.ts';
import { reviewing } from './review.ts';
import { revisionCommit } from './revisions.ts';
import { liveTalk, longTalk } from './screens.ts';
import { firstView, turnBytes } from './talk.ts';
import { timeTravel } from './time-travel.ts';

export const benches: readonly Bench[] = [
  timeTravel,
  firstRead,
  adopting,
  assembling,
  listing,
  firstView,
  toolCalls,
  turnBytes,
  revisionCommit,
  reviewing,
  idleWorkers,
  historySearch,
  longTalk,
  liveTalk,
];
