import type { StreamId } from '../core/event.ts';
import type { Result } from '../core/result.ts';
import type { AppendRefused } from './event-log.ts';

export type RemoveRefused = AppendRefused;

/**
 * Takes a stream away for good, with its signed end, its snapshots and all that it pins: what nothing else pins is
 * collected like everything nobody refers to. Only as long as it ends at `expected`, and whole or not at all. One that
 * is not there is removed already. The name may be used again, for a stream that has nothing to do with this one.
 */
export type RemoveStream = (stream: StreamId, expected: number) => Promise<Result<undefined, RemoveRefused>>;
