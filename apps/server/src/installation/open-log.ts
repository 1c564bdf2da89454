import type { Diagnostics } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';
import { createDiskLog, createMemoryLog } from '@atelier/kernel/adapters';

export type LogKind = Diagnostics['data']['log'];

/** The one place that picks the adapter of the log. */
export const openLog = (dataFolder: string, kind: LogKind): EventLog =>
  kind === 'disk' ? createDiskLog({ data: dataFolder }) : createMemoryLog();
