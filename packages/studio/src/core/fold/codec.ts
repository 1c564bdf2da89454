import type { Json } from '@atelier/kernel/core';
import { emptyRecords, type Records } from './records.ts';
import { emptyProjectState, type ProjectState } from './state.ts';

/** Raise it whenever the fold gives another state for the same events: older snapshots are then read anew. */
export const projectSnapshotVersion = 1;

/** The state as JSON, and back. Maps become lists of pairs in the order they were filled. */
export const encodeProject = (state: ProjectState): Json => encodeMaps(state) as Json;

export const decodeProject = (json: Json): ProjectState => {
  const { records, ...rest } = json as Readonly<Record<string, unknown>>;
  return {
    ...(decodeMaps(rest, emptyProjectState()) as ProjectState),
    records: decodeMaps(records as object, emptyRecords()) as Records,
  };
};

const encodeMaps = (state: object): object =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      value instanceof Map ? [...value] : name === 'records' ? encodeMaps(value) : value,
    ]),
  );

const decodeMaps = (json: object, like: object): object => {
  const given = json as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(like)
      .filter(([name]) => name !== 'records')
      .map(([name, empty]) => [
        name,
        empty instanceof Map ? new Map(given[name] as readonly [string, unknown][]) : (given[name] ?? empty),
      ]),
  );
};
