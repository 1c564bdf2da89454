import type { EventLog } from '@atelier/kernel/ports';
import { must } from './timing.ts';

type Log = Pick<EventLog, 'list' | 'read'>;

/** What the events of these prefixes' streams take in the log. Files would tell less: segments are made large at once. */
export const logBytes = async (log: Log, prefixes: readonly string[]): Promise<number> => {
  let bytes = 0;
  for (const prefix of prefixes)
    for (const stream of await log.list(prefix)) {
      const { events } = await must(log.read(stream));
      bytes += events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);
    }
  return bytes;
};
