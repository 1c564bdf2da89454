import type { EventLog, RemoveStream } from '@atelier/kernel/ports';
import type { SessionRemoval } from '../../ports/retention.ts';
import type { SessionStamps } from '../resume/stamps.ts';

type Deps = { readonly log: Pick<EventLog, 'health'>; readonly remove: RemoveStream; readonly stamps: SessionStamps };

/** Its length is read before its stamp: whatever is recorded after either look keeps it. */
export const createSessionRemoval = ({ log, remove, stamps }: Deps): SessionRemoval => ({
  remove: async (sessionId, stamp) => {
    const stream = `session/${sessionId}`;
    const health = await log.health(stream);
    if (health.kind !== 'healthy' || (await stamps.of(sessionId)) !== stamp) return false;
    const removed = await remove(stream, health.next);
    if (removed.ok) return true;
    if (removed.error.code === 'STALE' || removed.error.code === 'LOCKED') return false;
    throw new Error(`${stream} could not be removed: ${removed.error.code}`);
  },
});
