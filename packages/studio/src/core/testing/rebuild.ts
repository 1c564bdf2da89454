import { expect } from 'vitest';
import { readProjectEvent } from '../events/project-event.ts';
import { decodeProject, encodeProject } from '../fold/codec.ts';
import { foldProject } from '../fold/fold-project.ts';
import { emptyProjectState, type ProjectState } from '../fold/state.ts';
import { sha256 } from './records.ts';
import type { Studio } from './studio.ts';

const textOf = (state: ProjectState): string => JSON.stringify(encodeProject(state));

/** By part: a whole state in a message helps nobody. */
const digestOf = (state: ProjectState): Record<string, string> =>
  Object.fromEntries(
    Object.entries(JSON.parse(textOf(state)) as object).map(([name, part]) => [name, sha256(JSON.stringify(part))]),
  );

/** Folding the log again, from its start or from a snapshot at any of these places, gives the same bytes. */
export const expectRebuildable = ({ log, state }: Studio, places: readonly number[]): void => {
  const live = { bytes: sha256(textOf(state)), ...digestOf(state) };
  const seen = (each: ProjectState) => ({ bytes: sha256(textOf(each)), ...digestOf(each) });
  const events = log.map(({ kind, data, seq, at, id }) =>
    readProjectEvent(JSON.parse(JSON.stringify({ v: 1, kind, data, seq, at, id, key: null }))),
  );
  const fold = (into: ProjectState, from: number, to: number): ProjectState => {
    for (const event of events.slice(from, to)) {
      if (!event) throw new Error('an event cannot be read back');
      foldProject(into, event);
    }
    return into;
  };
  expect(seen(fold(emptyProjectState(), 0, events.length))).toEqual(live);
  for (const place of places) {
    const snapshot = JSON.parse(textOf(fold(emptyProjectState(), 0, place)));
    expect(seen(fold(decodeProject(snapshot), place, events.length)), `from a snapshot at ${place}`).toEqual(live);
  }
};
