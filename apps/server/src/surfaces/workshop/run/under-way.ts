import { createProjection } from '@atelier/kernel/adapters';
import type { LogEvent } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import type { UnderWay, WorkbenchId } from '@atelier/workshop';

/**
 * The Workbenches that somebody is at work on, in a stream of its own: a start looks at these alone. Each server of a
 * data folder has its own list; servers that share the work share one.
 */
export const createUnderWay = (
  log: Pick<EventLog, 'append' | 'read'>,
  whose: { readonly serverId: string } | 'shared',
): UnderWay => {
  const name = whose === 'shared' ? 'shared' : whose.serverId;
  const stream = `run/at-${name.toLowerCase().replace(/[^a-z0-9_-]/g, '-')}`.slice(0, 90);
  const lists = createProjection<ReadonlySet<WorkbenchId>>({ log, initial: new Set(), evolve: listed });
  const note = async (kind: 'run.taken' | 'run.left', workbenchId: WorkbenchId): Promise<void> => {
    const noted = await log.append(stream, [{ kind, key: null, data: { workbenchId } }], { expected: 'any' });
    if (!noted.ok) throw new Error(`${stream} could not be written: ${noted.error.code}`);
  };
  return {
    add: (id) => note('run.taken', id),
    remove: (id) => note('run.left', id),
    all: async () => {
      const now = await lists.at(stream);
      if (!now.ok) throw new Error(`${stream} cannot be read: ${now.error.code}`);
      return [...now.value.state];
    },
  };
};

const listed = (open: ReadonlySet<WorkbenchId>, { kind, data }: LogEvent): ReadonlySet<WorkbenchId> => {
  const next = new Set(open);
  const id = data.workbenchId as WorkbenchId;
  if (kind === 'run.taken') next.add(id);
  else next.delete(id);
  return next;
};
