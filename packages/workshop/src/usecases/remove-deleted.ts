import { daysToBringBack } from '@atelier/contracts';
import type { EventLog, RemoveStream } from '@atelier/kernel/ports';
import { benchStream, type WorkbenchId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';

type Deps = Pick<WorkshopPorts, 'benches'> & {
  readonly log: Pick<EventLog, 'list' | 'read' | 'health'>;
  readonly remove: RemoveStream;
  readonly now: () => number;
};

const canComeBackMs = daysToBringBack * 24 * 60 * 60 * 1000;

/**
 * Takes a deleted Workbench away for good, with its lanes and the state of its runs: the next collection frees what
 * nothing else holds. Its own stream goes last, so that one that was stopped half-way is found again. False when it is
 * not deleted, too lately, or somebody writes to it.
 */
export const removeDeleted =
  ({ benches, log, remove, now }: Deps) =>
  async (id: WorkbenchId): Promise<boolean> => {
    const takeAway = async (name: string, expected?: number): Promise<boolean> => {
      const health = await log.health(name);
      if (health.kind !== 'healthy') return false;
      const removed = await remove(name, expected ?? health.next);
      if (removed.ok) return true;
      if (removed.error.code === 'STALE' || removed.error.code === 'LOCKED') return false;
      throw new Error(`${name} could not be removed: ${removed.error.code}`);
    };
    const stream = benchStream(id);
    const at = await benches.at(stream);
    if (!at.ok || !at.value.state.isDeleted) return false;
    const { seq } = at.value;
    const last = await log.read(stream, { from: seq - 1, limit: 1 });
    const [event] = last.ok ? last.value.events : [];
    if (!event || now() - Date.parse(event.at) < canComeBackMs) return false;
    for (const lane of await lanesOf(log, id))
      for (const each of [runOf(lane), lane]) if (!(await takeAway(each))) return false;
    return (await takeAway(runOf(stream))) && (await takeAway(stream, seq));
  };

const runOf = (stream: string): string => `run/${stream.slice(stream.indexOf('/') + 1)}`;

/** A lane begins by saying which Workbench it belongs to. */
const lanesOf = async (log: Deps['log'], id: WorkbenchId): Promise<readonly string[]> => {
  const lanes: string[] = [];
  for (const stream of await log.list('lane')) {
    const first = await log.read(stream, { limit: 1 });
    if (first.ok && first.value.events[0]?.data.workbenchId === id) lanes.push(stream);
  }
  return lanes;
};
