import { createProjection } from '@atelier/kernel/adapters';
import type { LogEvent } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import type { UnderWay, WorkbenchId } from '@atelier/workshop';
import { personOfAsker } from '../../../caller.ts';

/**
 * The Workbenches that somebody is at work on, in a stream of its own: a start looks at these alone. Each server of a
 * data folder has its own list; servers that share the work share one.
 */
export const createUnderWay = (
  log: Pick<EventLog, 'append' | 'read'>,
  whose: { readonly serverId: string } | 'shared',
): UnderWay & {
  /** Those that this person began, or went on with last. */
  readonly of: (person: string) => Promise<readonly WorkbenchId[]>;
} => {
  const name = whose === 'shared' ? 'shared' : whose.serverId;
  const stream = `run/at-${name.toLowerCase().replace(/[^a-z0-9_-]/g, '-')}`.slice(0, 90);
  const lists = createProjection<List>({ log, initial: new Map(), evolve: listed });
  const note = async (kind: 'run.taken' | 'run.left', workbenchId: WorkbenchId, by?: string): Promise<void> => {
    const data = { workbenchId, ...(by !== undefined && { by }) };
    const noted = await log.append(stream, [{ kind, key: null, data }], { expected: 'any' });
    if (!noted.ok) throw new Error(`${stream} could not be written: ${noted.error.code}`);
  };
  const now = async (): Promise<List> => {
    const read = await lists.at(stream);
    if (!read.ok) throw new Error(`${stream} cannot be read: ${read.error.code}`);
    return read.value.state;
  };
  return {
    add: (id) => note('run.taken', id, personOfAsker()),
    remove: (id) => note('run.left', id),
    all: async () => [...(await now()).keys()],
    of: async (person) => [...(await now())].flatMap(([id, by]) => (by === person ? [id] : [])),
  };
};

/** Each with who is at work on it; undefined where it was taken before that was written down. */
type List = ReadonlyMap<WorkbenchId, string | undefined>;

const listed = (open: List, { kind, data }: LogEvent): List => {
  const next = new Map(open);
  const id = data.workbenchId as WorkbenchId;
  if (kind === 'run.taken') next.set(id, typeof data.by === 'string' ? data.by : open.get(id));
  else next.delete(id);
  return next;
};
