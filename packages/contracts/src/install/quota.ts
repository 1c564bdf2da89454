import type { LogEvent } from '@atelier/kernel/core';
import type { InstallEvent, installStream } from './events.ts';

const stream: typeof installStream = 'install';
const quotaSet: InstallEvent['kind'] = 'storage.quota_set';

/**
 * Where the installation's quota is recorded, and what it is after each event; undefined: none. Every process that
 * stores content holds to it, an agent's small one too: so this loads no schema.
 */
export const installQuota = {
  stream,
  after: (quota: number | undefined, { kind, data }: Pick<LogEvent, 'kind' | 'data'>): number | undefined => {
    if (kind !== quotaSet) return quota;
    return typeof data['quotaBytes'] === 'number' ? data['quotaBytes'] : undefined;
  },
};
