import { daysToBringBack } from '@atelier/contracts';
import type { EventLog, RemoveStream } from '@atelier/kernel/ports';
import { benchStream, type WorkbenchId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { lanesOf, runStreamOf, takeAway } from './remove-streams.ts';

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
  (deps: Deps) =>
  async (id: WorkbenchId): Promise<boolean> => {
    const { benches, log, now } = deps;
    const stream = benchStream(id);
    const at = await benches.at(stream);
    if (!at.ok || !at.value.state.isDeleted) return false;
    const { seq } = at.value;
    const last = await log.read(stream, { from: seq - 1, limit: 1 });
    const [event] = last.ok ? last.value.events : [];
    if (!event || now() - Date.parse(event.at) < canComeBackMs) return false;
    for (const lane of await lanesOf(log, id))
      for (const each of [runStreamOf(lane), lane]) if (!(await takeAway(deps, each))) return false;
    return (await takeAway(deps, runStreamOf(stream))) && (await takeAway(deps, stream, seq));
  };
