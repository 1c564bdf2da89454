import type { Diagnostics } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';
import { createMemoryLog } from '@atelier/kernel/adapters';

export type LogKind = Diagnostics['data']['log'];

/** The one place that picks the adapter of the log. */
export const openLog = async (_dataFolder: string, kind: LogKind): Promise<EventLog> => {
  if (kind === 'memory') return createMemoryLog();
  throw new Error('no disk log yet');
};
