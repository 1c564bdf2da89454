import type { EventLog } from '@atelier/kernel/ports';
import type { UnderWay, WorkbenchId } from '@atelier/workshop';

/**
 * The Workbenches a server is at work on, in a stream of its own: a start looks at these alone, and never at what
 * another server on the same database has under way.
 */
export const createUnderWay = (log: Pick<EventLog, 'append' | 'read'>, serverId: string): UnderWay => {
  const stream = `run/at-${serverId.toLowerCase().replace(/[^a-z0-9_-]/g, '-')}`.slice(0, 90);
  const note = async (kind: 'run.taken' | 'run.left', workbenchId: WorkbenchId): Promise<void> => {
    const noted = await log.append(stream, [{ kind, key: null, data: { workbenchId } }], { expected: 'any' });
    if (!noted.ok) throw new Error(`${stream} could not be written: ${noted.error.code}`);
  };
  return {
    add: (id) => note('run.taken', id),
    remove: (id) => note('run.left', id),
    all: async () => {
      const read = await log.read(stream);
      if (!read.ok) throw new Error(`${stream} cannot be read: ${read.error.code}`);
      const open = new Set<WorkbenchId>();
      for (const { kind, data } of read.value.events) {
        const id = data.workbenchId as WorkbenchId;
        if (kind === 'run.taken') open.add(id);
        else open.delete(id);
      }
      return [...open];
    },
  };
};
