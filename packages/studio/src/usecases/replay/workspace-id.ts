import { studioStream } from '@atelier/contracts/studio';
import type { EventLog } from '@atelier/kernel/ports';

/** The id of its first event: no two installations have the same. */
export const workspaceIdOf = async (log: Pick<EventLog, 'read'>): Promise<string> => {
  const page = await log.read(studioStream, { from: 0, limit: 1 });
  return (page.ok ? page.value.events[0]?.id : undefined) ?? '';
};
