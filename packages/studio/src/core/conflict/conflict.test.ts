import { expect, test } from 'vitest';
import type { StudioEvent } from '../domain/studio-event.ts';
import { entityAt, liveOf } from '../fold/records.ts';
import { entityHash } from '../patch/hash.ts';
import { addRef, create, set, tombstone } from '../testing/ops.ts';
import { sha256 } from '../testing/records.ts';
import { demoStudio, idOfName, type Studio } from '../testing/studio.ts';

const draftOf = ({ state }: Studio, user = 'dana') => state.sessions.get(user)?.draft ?? null;
const codes = (outcome: { readonly blockers: readonly { readonly code: string }[] }) =>
  outcome.blockers.map(({ code }) => code);
const noa = { userId: 'noa', role: 'editor' } as const;
const task = (studio: Studio) => idOfName(studio, 'Build wall');

/** A person's own edit in the grid, from what the project says now. */
const edit = ({ state }: Studio, id: string, changes: Record<string, string | number>): StudioEvent => {
  const value = entityAt(state.records, 'task', id);
  return {
    type: 'manualEdit',
    ops: [{ op: 'set', opId: 'edit', entity: 'task', id, changes }],
    ifMatch: { [id]: value ? entityHash(sha256, 'task', value) : '' },
  };
};

test('a draft over a task that somebody else changed is not applied; every field says base, current and proposed', () => {
  const studio = demoStudio();
  const id = task(studio);
  studio.propose([set('o1', 'task', id, { estimateMin: 1_200, crew: 2 })]);
  studio.run(edit(studio, id, { estimateMin: 900 }), noa);
  const applied = studio.log.filter(({ kind }) => kind === 'changeset.applied').length;
  const outcome = studio.run({ type: 'applyDraft', expectedDraftRevision: 1 });
  expect([outcome.outcome, codes(outcome)]).toEqual(['rejected', ['APPLY_CONFLICT']]);
  expect(outcome.conflicts).toMatchObject([
    {
      opId: 'o1',
      entityId: id,
      fieldPath: 'estimateMin',
      baseValue: 960,
      currentValue: 900,
      proposedValue: 1_200,
      kind: 'edit',
      overlap: true,
      changedBy: 'noa',
    },
    { opId: 'o1', entityId: id, fieldPath: 'crew', baseValue: 1, currentValue: 1, proposedValue: 2, overlap: false },
  ]);
  expect(studio.log.filter(({ kind }) => kind === 'changeset.applied').length).toBe(applied);
  expect(draftOf(studio)?.status).toBe('conflicted');
});

test('an op that is changed again keeps the start it had: what moved meanwhile is still noticed', () => {
  const studio = demoStudio();
  const id = task(studio);
  studio.propose([set('o1', 'task', id, { crew: 2 })]);
  studio.run(edit(studio, id, { crew: 4 }), noa);
  studio.propose([set('o1', 'task', id, { crew: 3 })]);
  expect(codes(studio.run({ type: 'applyDraft', expectedDraftRevision: 2 }))).toEqual(['APPLY_CONFLICT']);
});

test('drafts of two people about different entities both apply', () => {
  const studio = demoStudio();
  studio.propose([set('o1', 'task', task(studio), { crew: 2 })]);
  studio.propose([set('o1', 'task', idOfName(studio, 'Paint'), { crew: 2 })], noa);
  expect(studio.run({ type: 'applyDraft', expectedDraftRevision: 1 }).outcome).toBe('done');
  expect(studio.run({ type: 'applyDraft', expectedDraftRevision: 1 }, noa).outcome).toBe('done');
});

test('[ST-46] a rebase without overlap is a clean new revision; with overlap only those fields remain', () => {
  const clean = demoStudio();
  clean.propose([set('o1', 'task', task(clean), { crew: 2 })]);
  clean.run(edit(clean, task(clean), { estimateMin: 900 }), noa);
  expect(clean.run({ type: 'rebaseDraft', expectedDraftRevision: 1 }).conflicts).toEqual([]);
  expect(draftOf(clean)).toMatchObject({ revision: 2, status: 'open' });
  expect(clean.run({ type: 'applyDraft', expectedDraftRevision: 2 }).outcome).toBe('done');
  expect(clean.state.records.task.get(task(clean))).toMatchObject({ crew: 2, estimateMin: 900 });

  const overlapping = demoStudio();
  const id = task(overlapping);
  overlapping.propose([
    set('o1', 'task', id, { estimateMin: 1_200, crew: 2 }),
    set('o2', 'task', idOfName(overlapping, 'Paint'), { crew: 3 }),
  ]);
  overlapping.run(edit(overlapping, id, { estimateMin: 900 }), noa);
  const rebased = overlapping.run({ type: 'rebaseDraft', expectedDraftRevision: 1 });
  expect(rebased.conflicts.map(({ opId, fieldPath }) => [opId, fieldPath])).toEqual([['o1', 'estimateMin']]);
  expect(draftOf(overlapping)).toMatchObject({ revision: 2, status: 'conflicted' });
  expect(codes(overlapping.run({ type: 'applyDraft', expectedDraftRevision: 2 }))).toEqual(['APPLY_CONFLICT']);
});

test('a field that moved to what was proposed has nothing left to do', () => {
  const studio = demoStudio();
  studio.propose([set('o1', 'task', task(studio), { crew: 2, estimateMin: 900 })]);
  studio.run(edit(studio, task(studio), { estimateMin: 900 }), noa);
  studio.run({ type: 'rebaseDraft', expectedDraftRevision: 1 });
  expect(draftOf(studio)?.ops[0]).toMatchObject({ changes: { crew: 2 } });
});

test.each([
  ['mine', undefined, 1_200],
  ['theirs', undefined, 900],
  ['value', 1_000, 1_000],
] as const)('a person resolves with %s', (take, value, minutes) => {
  const studio = demoStudio();
  const id = task(studio);
  studio.propose([set('o1', 'task', id, { estimateMin: 1_200, crew: 2 })]);
  studio.run(edit(studio, id, { estimateMin: 900 }), noa);
  const choice = { opId: 'o1', fieldPath: 'estimateMin', take, ...(value === undefined ? {} : { value }) };
  studio.run({ type: 'resolveConflicts', expectedDraftRevision: 1, choices: [choice] });
  expect(draftOf(studio)?.status).toBe('open');
  expect(studio.run({ type: 'applyDraft', expectedDraftRevision: 2 }).outcome).toBe('done');
  expect(studio.state.records.task.get(id)).toMatchObject({ estimateMin: minutes, crew: 2 });
});

test('what was removed meanwhile is a conflict: mine brings it back, theirs drops the change', () => {
  const conflicted = () => {
    const studio = demoStudio();
    const id = task(studio);
    studio.propose([set('o1', 'task', id, { crew: 2 })]);
    studio.propose([tombstone('gone', 'task', id)], noa);
    studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V13'] }, noa);
    return { studio, id };
  };
  const { studio, id } = conflicted();
  const outcome = studio.run({ type: 'applyDraft', expectedDraftRevision: 1 });
  expect(outcome.conflicts).toMatchObject([{ kind: 'tombstoned', fieldPath: 'crew', overlap: true }]);
  studio.run({
    type: 'resolveConflicts',
    expectedDraftRevision: 1,
    choices: [{ opId: 'o1', fieldPath: 'crew', take: 'mine' }],
  });
  studio.run({ type: 'applyDraft', expectedDraftRevision: 2 });
  expect(studio.state.records.task.get(id)).toMatchObject({ crew: 2, tombstone: null });

  const other = conflicted();
  other.studio.run({
    type: 'resolveConflicts',
    expectedDraftRevision: 1,
    choices: [{ opId: 'o1', fieldPath: 'crew', take: 'theirs' }],
  });
  expect(draftOf(other.studio)).toBe(null);
});

test('removing something that changed meanwhile is a conflict', () => {
  const studio = demoStudio();
  studio.propose([tombstone('gone', 'task', task(studio))]);
  studio.run(edit(studio, task(studio), { crew: 4 }), noa);
  const outcome = studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V13'] });
  expect(outcome.conflicts).toMatchObject([{ fieldPath: 'tombstone', overlap: true }]);
});

test('a new line for an element that was removed meanwhile is a conflict', () => {
  const studio = demoStudio();
  const photo = idOfName(studio, 'Photo corner');
  studio.propose([
    create('m', 'materialLine', {
      'label.en': 'Print',
      unit: 'm2',
      qtyMilli: 1_000,
      unitCostMinor: 100,
      elementId: photo,
    }),
  ]);
  studio.propose([tombstone('gone', 'element', photo)], noa);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V13'] }, noa);
  expect(studio.run({ type: 'applyDraft', expectedDraftRevision: 1 }).conflicts).toMatchObject([
    { kind: 'tombstoned', entity: 'element', entityId: photo },
  ]);
});

test('links that both people added do not collide', () => {
  const studio = demoStudio();
  const id = idOfName(studio, 'Build counter');
  studio.propose([addRef('mine', 'task', id, 'dependsOn', idOfName(studio, 'Paint'))]);
  studio.propose([addRef('theirs', 'task', id, 'dependsOn', task(studio))], noa);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1 }, noa);
  studio.run({ type: 'rebaseDraft', expectedDraftRevision: 1 });
  studio.run({ type: 'applyDraft', expectedDraftRevision: 2 });
  expect(studio.state.records.task.get(id)?.dependsOn).toEqual([task(studio), idOfName(studio, 'Paint')]);
});

test("[ST-95] one's own grid edit re-bases one's draft visibly; another person's makes it conflict", () => {
  const own = demoStudio();
  own.propose([set('o1', 'task', task(own), { crew: 2 })]);
  const edited = own.run(edit(own, task(own), { estimateMin: 900 }));
  expect(edited.outcome).toBe('done');
  expect(draftOf(own)).toMatchObject({ revision: 2, status: 'open' });
  expect(own.run({ type: 'applyDraft', expectedDraftRevision: 2 }).outcome).toBe('done');

  const others = demoStudio();
  others.propose([set('o1', 'task', task(others), { crew: 2 })]);
  others.run(edit(others, task(others), { estimateMin: 900 }), noa);
  expect(draftOf(others)).toMatchObject({ revision: 1, status: 'open' });
  expect(codes(others.run({ type: 'applyDraft', expectedDraftRevision: 1 }))).toEqual(['APPLY_CONFLICT']);
});

test("one's own edit of the same field leaves the field to be decided", () => {
  const studio = demoStudio();
  studio.propose([set('o1', 'task', task(studio), { crew: 2 })]);
  studio.run(edit(studio, task(studio), { crew: 3 }));
  expect(draftOf(studio)).toMatchObject({ revision: 2, status: 'conflicted' });
});

test('an edit from an old page is refused, and so is one that says nothing of what it saw', () => {
  const studio = demoStudio();
  const stale = edit(studio, task(studio), { crew: 5 });
  studio.run(edit(studio, task(studio), { crew: 4 }));
  expect(codes(studio.run(stale))).toEqual(['APPLY_CONFLICT']);
  const blind: StudioEvent = {
    type: 'manualEdit',
    ops: [{ op: 'set', opId: 'e', entity: 'task', id: task(studio), changes: { crew: 5 } }],
    ifMatch: {},
  };
  expect(codes(studio.run(blind))).toEqual(['NOT_ALLOWED']);
});

test('the hash of an entity does not depend on order in sets or on how text is spelt', () => {
  const studio = demoStudio();
  const [element] = liveOf(studio.state.records.element);
  if (!element) throw new Error('no element');
  const hash = (more: object) => entityHash(sha256, 'element', { ...element, ...more });
  expect(hash({ tags: ['a', 'b'] })).toBe(hash({ tags: ['b', 'a'] }));
  expect(hash({ name: { en: 'caf\u00e9' } })).toBe(hash({ name: { en: 'cafe\u0301' } }));
  expect(hash({ qty: 2 })).not.toBe(hash({ qty: 3 }));
  expect(hash({ updatedSeq: 99 })).toBe(hash({ updatedSeq: 1 }));
});
