import type { EventLog } from '@atelier/kernel';
import { parseStreamId } from '@atelier/kernel/core';
import type { StreamRules } from './audience.ts';

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
export const checkAppends = (log: EventLog, rules: () => StreamRules): EventLog => ({
  ...log,
  append: (stream, events, options) => {
    const name = parseStreamId(stream);
    const check = name.ok ? rules()[name.value.kind]?.check : undefined;
    for (const event of check ? events : []) {
      const problem = check?.(event);
      if (problem !== undefined) return Promise.reject(new EventUnreadable(stream, event.kind, problem));
    }
    return log.append(stream, events, options);
  },
});
