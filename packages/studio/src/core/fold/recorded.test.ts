import { expect, test } from 'vitest';
import { type ProjectEvent, readProjectEvent } from '../events/project-event.ts';
import { fuzzedStudio } from '../testing/fuzz.ts';
import { create, set } from '../testing/ops.ts';
import { demoStudio, type Studio } from '../testing/studio.ts';
import { encodeProject } from './codec.ts';
import { foldProject } from './fold-project.ts';
import { emptyProjectState, type ProjectState } from './state.ts';

const asLogged = ({ kind, data, seq, at, id }: ProjectEvent, changed: object = data) =>
  ({ v: 1, kind, data: changed, seq, at, id, key: null }) as never;

const folded = (events: readonly (ProjectEvent | undefined)[]): ProjectState => {
  const state = emptyProjectState();
  for (const event of events) if (event) foldProject(state, event);
  return state;
};

test('an event that lacks a part is passed over, or folds without it: it never stops the fold', () => {
  const { log } = fuzzedStudio(11, 400);
  const seen = new Set<string>();
  let passedOver = 0;
  for (const [at, event] of log.entries()) {
    if (event.kind === 'project.created' || seen.has(event.kind)) continue;
    seen.add(event.kind);
    for (const field of Object.keys(event.data)) {
      const { [field]: _gone, ...rest } = event.data as Record<string, unknown>;
      const read = readProjectEvent(asLogged(event, rest));
      if (!read) passedOver += 1;
      expect(() => folded([...log.slice(0, at), read]), `${event.kind} without ${field}`).not.toThrow();
    }
  }
  expect(seen.size).toBeGreaterThan(12);
  expect(passedOver).toBeGreaterThan(30);
});

test('a kind or an op of a later version is passed over', () => {
  const [event] = demoStudio().log.filter(({ kind }) => kind === 'changeset.applied');
  if (event?.kind !== 'changeset.applied') throw new Error('no change set');
  expect(readProjectEvent(asLogged({ ...event, kind: 'toString' as never }))).toBeUndefined();
  const later = { ...event.data, ops: [{ ...event.data.ops[0], op: 'merge' }] };
  expect(readProjectEvent(asLogged(event, later))).toBeUndefined();
});

const manyTwins = Array.from({ length: 12 }, (_, at) => create(`e${at}`, 'element', { 'name.en': 'Lantern' }));

const revisionsOf = ({ log }: Studio) => log.flatMap((event) => (event.kind === 'draft.revised' ? [event.data] : []));

test('a revision records what changed in it; what stayed is named by its place', () => {
  const studio = demoStudio();
  studio.propose(manyTwins);
  const first = studio.state.sessions.get('dana')?.draft;
  studio.propose([set('tall', 'element', 'tmp:e3', { 'dims.heightMm': 3_000 })]);
  const second = studio.state.sessions.get('dana')?.draft;
  expect(first?.issues.length).toBeGreaterThan(10);
  expect(second?.issues).toEqual(first?.issues);
  expect(second?.impact.elementIds).toEqual(first?.impact.elementIds);
  const [whole, change] = revisionsOf(studio);
  expect(change?.issues.every((each) => typeof each === 'number')).toBe(true);
  expect(JSON.stringify(change).length).toBeLessThan(JSON.stringify(whole).length / 3);
});

test('logs from before that, with every issue and element in full, fold to the same state', () => {
  const studio = demoStudio();
  studio.propose(manyTwins);
  studio.propose([set('tall', 'element', 'tmp:e3', { 'dims.heightMm': 3_000 })]);
  const drafts = studio.log.map((event, at) => {
    if (event.kind !== 'draft.revised') return event;
    const then = folded(studio.log.slice(0, at + 1)).sessions.get('dana')?.draft;
    if (!then) throw new Error('no draft');
    return { ...event, data: { ...event.data, issues: then.issues, impact: then.impact } } as ProjectEvent;
  });
  expect(encodeProject(folded(drafts.map((event) => readProjectEvent(asLogged(event)))))).toEqual(
    encodeProject(studio.state),
  );
});
