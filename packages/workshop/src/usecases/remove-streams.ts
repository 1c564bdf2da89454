import type { EventLog, RemoveStream } from '@atelier/kernel/ports';
import { readEvent } from '../core/codec.ts';
import type { WorkbenchId } from '../core/ids.ts';

type Deps = { readonly log: Pick<EventLog, 'health'>; readonly remove: RemoveStream };

/** Takes a stream away for good. False where somebody writes to it, or it is damaged. */
export const takeAway = async ({ log, remove }: Deps, name: string, expected?: number): Promise<boolean> => {
  const health = await log.health(name);
  if (health.kind !== 'healthy') return false;
  const removed = await remove(name, expected ?? health.next);
  if (removed.ok) return true;
  if (removed.error.code === 'STALE' || removed.error.code === 'LOCKED') return false;
  throw new Error(`${name} could not be removed: ${removed.error.code}`);
};

/** The state of the runs that a stream tells of. */
export const runStreamOf = (stream: string): string => `run/${stream.slice(stream.indexOf('/') + 1)}`;

/** A lane begins by saying which Workbench it belongs to. */
export const lanesOf = async (log: Pick<EventLog, 'list' | 'read'>, id: WorkbenchId): Promise<readonly string[]> => {
  const lanes: string[] = [];
  for (const stream of await log.list('lane')) {
    const first = await log.read(stream, { limit: 1 });
    const [recorded] = first.ok ? first.value.events : [];
    const born = recorded && readEvent(recorded);
    if (born?.kind === 'workbench.created' && born.workbenchId === id) lanes.push(stream);
  }
  return lanes;
};
