import type { Bench } from '../bench.ts';
import { commitEightStreams, commitOneWriter, commitSixtyFourWaiting, syncsPerCommit } from './log-commits.ts';

export const benches: readonly Bench[] = [commitOneWriter, commitEightStreams, commitSixtyFourWaiting, syncsPerCommit];
