import type { StreamId } from '../core/event.ts';
import { type CheckedAppend, checkAppend, invalid, type Stamp } from '../core/log/checked-append.ts';
import type { SegmentLimits } from '../core/log/plan-batch.ts';
import { type PlannedStream, planStream } from '../core/log/plan-stream.ts';
import type { Result } from '../core/result.ts';
import { parseStreamId } from '../core/stream-name.ts';
import type { AppendInvalid, NewCommit } from '../ports/event-log.ts';
import { nodePlatform } from './node/sha256.ts';

/** Everything about an import that can be refused before the first byte is written. */
export const checkImport = (
  stream: StreamId,
  commits: readonly NewCommit[],
  stamp: Stamp,
  limits?: SegmentLimits,
): Result<PlannedStream, AppendInvalid> => {
  const parsed = parseStreamId(stream);
  if (!parsed.ok) return parsed;
  if (commits.length === 0) return invalid('empty', 'an import needs at least one commit');
  const checked: CheckedAppend[] = [];
  for (const { events, ...content } of commits) {
    const one = checkAppend(events, content, stamp);
    if (!one.ok) return one;
    checked.push(one.value);
  }
  return planStream(stream, checked, nodePlatform, limits);
};
