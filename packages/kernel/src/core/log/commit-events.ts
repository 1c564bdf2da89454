import type { LogEvent } from '../event.ts';
import type { HealthReason } from './commit-record.ts';

/**
 * The events of a commit. Their lines stand first, one per seq; content lines follow. Bytes were checked against the
 * digest: here only that they are events of a version this program knows.
 */
export const eventsOf = (
  { first, last }: { readonly first: number; readonly last: number },
  lines: string,
): readonly LogEvent[] | HealthReason => {
  const events: LogEvent[] = [];
  let start = 0;
  for (let seq = first; seq <= last; seq += 1) {
    const end = lines.indexOf('\n', start);
    if (end === -1) return 'schema_validation_failed';
    const event = parseEvent(lines.slice(start, end));
    if (!event) return 'schema_validation_failed';
    if (event.v !== 1) return 'unknown_schema_version';
    if (event.seq !== seq) return 'non_contiguous_indices';
    events.push(event);
    start = end + 1;
  }
  return events;
};

const parseEvent = (line: string): LogEvent | undefined => {
  try {
    return JSON.parse(line) as LogEvent;
  } catch {
    return undefined;
  }
};
