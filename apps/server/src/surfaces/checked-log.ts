import type { EventLog, NewEvent } from '@atelier/kernel';
import { parseStreamId } from '@atelier/kernel/core';
import type { StreamRule, StreamRules } from './audience.ts';

/** An event of ours that our own fold could not read. A fault: whoever meant to write it has a mistake in it. */
export class EventUnreadable extends Error {
  constructor(stream: string, kind: string, problem: string) {
    super(`${kind} was not written to ${stream}: ${problem}`);
  }
}

/**
 * The log as surfaces and services are lent it. Each event is held against what its stream's fold can read before it
 * is written: written, an event that cannot be read is there for ever.
 */
export const checkAppends = (
  log: EventLog,
  rules: () => StreamRules,
  /** What has to stand beside the person in what is written now. */
  mark: () => string | undefined = () => undefined,
): EventLog => ({
  ...log,
  append: (stream, events, options) => {
    const name = parseStreamId(stream);
    const check = name.ok ? rules()[name.value.kind]?.check : undefined;
    for (const event of check ? events : []) {
      const problem = check?.(event);
      if (problem !== undefined) return Promise.reject(new EventUnreadable(stream, event.kind, problem));
    }
    return log.append(stream, check ? events.map((event) => marked(event, mark(), check)) : events, options);
  },
});

/** With `via`, where the events of its stream have room for it; where they have not, the person alone is written. */
const marked = (event: NewEvent, via: string | undefined, check: NonNullable<StreamRule['check']>): NewEvent => {
  if (via === undefined || event.data.via !== undefined) return event;
  const withMark = { ...event, data: { ...event.data, via } };
  return check(withMark) === undefined ? withMark : event;
};
