import type { Json } from '@atelier/kernel/core';
import { emptyProjectState, type ProjectState } from './state.ts';

/** Raise it whenever the fold gives another state for the same events: older snapshots are then read anew. */
export const projectSnapshotVersion = 3;

/** The state as JSON, and back. Maps become lists of pairs in the order they were filled. */
export const encodeProject = (state: ProjectState): Json => encodeMaps(state) as Json;

export const decodeProject = (json: Json): ProjectState =>
  decodeMaps(json as object, emptyProjectState()) as ProjectState;

const encodeMaps = (state: object): object =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      value instanceof Map ? [...value] : name === 'records' ? encodeMaps(value) : value,
    ]),
  );

/** In the order of an empty state, so that the same state always gives the same bytes. */
const decodeMaps = (json: object, like: object): object => {
  const given = json as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(like).map(([name, empty]) => {
      if (name === 'records') return [name, decodeMaps(given[name] as object, empty)];
      if (empty instanceof Map) return [name, new Map(given[name] as readonly [string, unknown][])];
      return [name, given[name] ?? empty];
    }),
  );
};
