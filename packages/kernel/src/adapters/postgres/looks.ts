import type { Pool } from 'pg';
import type { StreamId } from '../../core/event.ts';
import { ask } from './database-trouble.ts';

export type LogEnd = { readonly commit: number; readonly next: number; readonly head: string };

export type Looks = {
  /** Where a stream ends; at 0 for one that is not there. */
  readonly end: (stream: StreamId) => Promise<LogEnd>;
  /** The value of a shared record. */
  readonly record: (name: string) => Promise<string | undefined>;
};

type Row = {
  readonly place: 'stream' | 'record';
  readonly name: string;
  readonly next_commit: string;
  readonly next_seq: string;
  readonly text: string;
};
type Found = { readonly ends: ReadonlyMap<string, LogEnd>; readonly records: ReadonlyMap<string, string> };
type Group = PromiseWithResolvers<Found> & { readonly streams: Set<StreamId>; readonly names: Set<string> };

const LOOK = {
  name: 'atelier-look',
  text: `
  select 'stream' as place, name, next_commit, next_seq, head_hash as text from atelier.streams where name = any($1)
  union all
  select 'record', name, 0, 0, value from atelier.records where name = any($2)`,
};

const AT_ZERO: LogEnd = { commit: 0, next: 0, head: '' };
/** Far longer than an answer takes. A connection that says nothing must not keep those waiting who ask later. */
const LATE_MS = 50;

/**
 * Each call of an agent asks several times where something stands before it decides, and the trip costs more than
 * what is looked up. Whoever asks while a look is under way therefore shares the next one. That one is sent after
 * everybody in it asked, so it tells each of them as much as a look of their own.
 */
export const createLooks = (pool: Pool): Looks => {
  let gathering: Group | undefined;
  let underWay = 0;
  let sentAt = 0;

  const look = async ({ streams, names }: Group): Promise<Found> => {
    const ends = new Map<string, LogEnd>();
    const records = new Map<string, string>();
    const found = await ask<Row>(pool, { ...LOOK, values: [[...streams], [...names]] });
    for (const { place, name, next_commit, next_seq, text } of found.rows) {
      if (place === 'record') records.set(name, text);
      else ends.set(name, { commit: Number(next_commit), next: Number(next_seq), head: text });
    }
    return { ends, records };
  };

  const send = (): void => {
    const group = gathering;
    if (!group) return;
    gathering = undefined;
    underWay += 1;
    sentAt = performance.now();
    look(group)
      .then(group.resolve, group.reject)
      .finally(() => {
        underWay -= 1;
        // Those who were answered go on first: what they ask next goes along.
        if (underWay === 0) process.nextTick(send);
      });
  };

  const gather = (): Group => {
    const isLate = underWay > 0 && performance.now() - sentAt > LATE_MS;
    if (gathering && !isLate) return gathering;
    gathering ??= { streams: new Set(), names: new Set(), ...Promise.withResolvers<Found>() };
    // After all that runs now: whoever asks in the same turn goes along.
    if (underWay === 0 || isLate) process.nextTick(send);
    return gathering;
  };

  return {
    end: async (stream) => {
      const group = gather();
      group.streams.add(stream);
      return (await group.promise).ends.get(stream) ?? AT_ZERO;
    },
    record: async (name) => {
      const group = gather();
      group.names.add(name);
      return (await group.promise).records.get(name);
    },
  };
};
