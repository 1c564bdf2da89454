import type { Bench } from '../bench.ts';
import { contentBenches } from './content.ts';
import { commitEightStreams, commitOneWriter, commitSixtyFourWaiting, syncsPerCommit } from './log-commits.ts';
import { foldHundredThousand } from './log-fold.ts';
import { openMillion } from './log-opening.ts';
import { commitPostgres } from './postgres.ts';
import { verifyGigabyte } from './verify.ts';

export const benches: readonly Bench[] = [
  commitOneWriter,
  commitEightStreams,
  commitSixtyFourWaiting,
  syncsPerCommit,
  openMillion,
  foldHundredThousand,
  ...contentBenches,
  verifyGigabyte,
  commitPostgres,
];
