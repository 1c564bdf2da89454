import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PatchOp } from '../domain/patch.ts';
import { liveOf } from '../fold/records.ts';
import { entityHash, hashOf } from '../patch/hash.ts';
import { addRef, create, removeRef, set, tombstone } from '../testing/ops.ts';
import { sha256 } from '../testing/records.ts';
import { demoStudio, idOfName, type Studio } from '../testing/studio.ts';

const draftOf = ({ state }: Studio, user = 'dana') => state.sessions.get(user)?.draft ?? null;
const codes = (outcome: { readonly blockers: readonly { readonly code: string }[] }) =>
  outcome.blockers.map(({ code }) => code);
const wall = (studio: Studio) => idOfName(studio, 'Logo wall');

/** Everything that is live, by what it is: what people would call the state of the project. */
const stateHash = ({ state }: Studio): string =>
  hashOf(
    sha256,
    (['project', 'element', 'task', 'materialLine', 'workLine', 'risk', 'decision', 'section'] as const).flatMap(
      (entity) =>
        liveOf(state.records[entity] as Map<string, Parameters<typeof entityHash>[2]>)
          .map((value) => `${value.id} ${entityHash(sha256, entity, value)}`)
          .sort(),
    ),
  );

const table = [
  create('el', 'element', { 'name.he': 'שולחן', 'name.en': 'Table', kind: 'furniture' }, 'tmp:table'),
  create(
    't',
    'task',
    { 'title.en': 'Build table', elementIds: ['tmp:table'], trade: 'carpentry', estimateMin: 120 },
    'tmp:build',
  ),
  create('m', 'materialLine', {
    'label.en': 'Oak',
    unit: 'm',
    qtyMilli: 4_000,
    unitCostMinor: 5_000,
    elementId: 'tmp:table',
    taskIds: ['tmp:build'],
  }),
];

test('a draft grows by revisions, keeps its id, and applies as one change set', () => {
  const studio = demoStudio();
  studio.propose(table);
  const first = draftOf(studio);
  studio.propose([set('blue', 'element', 'tmp:table', { colors: [{ name: { en: 'blue' } }] })]);
  const second = draftOf(studio);
  expect([first?.revision, second?.revision, second?.draftId === first?.draftId]).toEqual([1, 2, true]);
  expect(second?.ops.map(({ opId, groupId }) => [opId, groupId])).toEqual([
    ['el', 'trn_1'],
    ['t', 'trn_1'],
    ['m', 'trn_1'],
    ['blue', 'trn_2'],
  ]);
  const before = studio.log.length;
  const applied = studio.run({ type: 'applyDraft', expectedDraftRevision: 2 });
  expect(applied.outcome).toBe('done');
  expect(studio.log.slice(before).map(({ kind }) => kind)).toEqual(['changeset.applied', 'draft.cleared']);
  const made = liveOf(studio.state.records.element).find(({ name }) => name.en === 'Table');
  expect(made).toMatchObject({ id: expect.stringMatching(/^el_/), colors: [{ name: { en: 'blue' } }] });
  const line = liveOf(studio.state.records.materialLine).find(({ label }) => label.en === 'Oak');
  expect([line?.elementId, line?.taskIds]).toEqual([made?.id, [idOfName(studio, 'Build table')]]);
  expect(codes(studio.run({ type: 'applyDraft', expectedDraftRevision: 2 }))).toEqual(['NO_DRAFT']);
});

test('the same turn and op always become the same id', () => {
  const ids = () => {
    const studio = demoStudio();
    studio.propose(table);
    studio.run({ type: 'applyDraft', expectedDraftRevision: 1 });
    return [...studio.state.records.element.keys()];
  };
  expect(ids()).toEqual(ids());
});

test('[ST-22] a revision that nobody saw is not applied', () => {
  const studio = demoStudio();
  for (let nth = 1; nth <= 3; nth += 1) studio.propose([set(`o${nth}`, 'element', wall(studio), { qty: nth + 1 })]);
  expect(draftOf(studio)?.revision).toBe(3);
  const before = studio.log.length;
  expect(codes(studio.run({ type: 'applyDraft', expectedDraftRevision: 2 }))).toEqual(['DRAFT_REVISION_MISMATCH']);
  expect(studio.log.length).toBe(before);
});

test('[ST-26] excluding a create excludes what depends on it, and apply writes none of it', () => {
  const studio = demoStudio();
  studio.propose([...table, set('other', 'element', wall(studio), { qty: 2 })]);
  studio.run({ type: 'editDraft', expectedDraftRevision: 1, edits: [{ opId: 'el', include: false }] });
  expect(draftOf(studio)?.ops.map(({ opId, include }) => [opId, include])).toEqual([
    ['el', false],
    ['t', false],
    ['m', false],
    ['other', true],
  ]);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 2, acknowledge: ['V14'] });
  const { records } = studio.state;
  expect(liveOf(records.element).some(({ name }) => name.en === 'Table')).toBe(false);
  expect(liveOf(records.task).length).toBe(11);
  expect(records.element.get(wall(studio))?.qty).toBe(2);
});

test('including an op brings back the creates it needs', () => {
  const studio = demoStudio();
  studio.propose(table);
  studio.run({ type: 'editDraft', expectedDraftRevision: 1, edits: [{ opId: 'el', include: false }] });
  studio.run({ type: 'editDraft', expectedDraftRevision: 2, edits: [{ opId: 'm', include: true }] });
  expect(draftOf(studio)?.ops.every(({ include }) => include)).toBe(true);
});

test('a value is edited in place, a group is dropped with what depends on it', () => {
  const studio = demoStudio();
  studio.propose(table.slice(0, 1));
  studio.propose(table.slice(1));
  studio.run({ type: 'editDraft', expectedDraftRevision: 2, edits: [{ opId: 'el', path: 'qty', value: 3 }] });
  expect(draftOf(studio)?.ops[0]).toMatchObject({ fields: { qty: 3 } });
  const dropped = studio.run({ type: 'editDraft', expectedDraftRevision: 3, edits: [{ dropGroup: 'trn_1' }] });
  expect(dropped.outcome).toBe('done');
  expect(draftOf(studio)).toBe(null);
});

test('an edit that cannot be leaves the draft as it was', () => {
  const studio = demoStudio();
  studio.propose(table);
  const outcome = studio.run({
    type: 'editDraft',
    expectedDraftRevision: 1,
    edits: [{ opId: 'm', path: 'unitCostMinor', value: -1 }],
  });
  expect(codes(outcome)).toEqual(['VALIDATION_FAILED', 'V08']);
  expect(draftOf(studio)?.revision).toBe(1);
});

test('[ST-27] a discarded draft is gone, its turns are kept, and any revision comes back', () => {
  const studio = demoStudio();
  studio.propose(table);
  studio.propose([set('blue', 'element', 'tmp:table', { qty: 2 })]);
  const draftId = draftOf(studio)?.draftId ?? '';
  const events = studio.log.length;
  studio.run({ type: 'discardDraft', expectedDraftRevision: 2 });
  expect([draftOf(studio), studio.log.length]).toEqual([null, events + 1]);
  studio.run({ type: 'restoreDraftRevision', draftId, revision: 1 });
  expect([draftOf(studio)?.draftId, draftOf(studio)?.revision, draftOf(studio)?.ops.map(({ opId }) => opId)]).toEqual([
    draftId,
    3,
    ['el', 't', 'm'],
  ]);
});

test('drafts are parked, and activated in place of or on top of the open one', () => {
  const studio = demoStudio();
  studio.propose(table);
  const parked = draftOf(studio)?.draftId ?? '';
  studio.run({ type: 'parkDraft' });
  studio.propose([...table, set('other', 'element', wall(studio), { qty: 2 })]);
  const open = draftOf(studio)?.draftId ?? '';
  studio.run({ type: 'activateDraft', draftId: parked, mode: 'append' });
  expect([
    draftOf(studio)?.draftId,
    draftOf(studio)?.ops.length,
    studio.state.sessions.get('dana')?.parked.length,
  ]).toEqual([open, 7, 0]);
  // Both have a table and the same names inside: the second one got names of its own.
  expect(new Set(draftOf(studio)?.ops.flatMap((op) => (op.op === 'create' ? [op.tempId] : []))).size).toBe(6);
  studio.run({ type: 'parkDraft' });
  studio.propose(table);
  const third = draftOf(studio)?.draftId ?? '';
  studio.run({ type: 'activateDraft', draftId: open, mode: 'replace' });
  expect([draftOf(studio)?.draftId, studio.state.sessions.get('dana')?.parked.map(({ draftId }) => draftId)]).toEqual([
    open,
    [third],
  ]);
});

test('at most five drafts are parked: the oldest gives way and can still be brought back', () => {
  const studio = demoStudio();
  const ids: string[] = [];
  for (let nth = 0; nth < 6; nth += 1) {
    studio.propose(table);
    ids.push(draftOf(studio)?.draftId ?? '');
    studio.run({ type: 'parkDraft' });
  }
  expect(studio.state.sessions.get('dana')?.parked.map(({ draftId }) => draftId)).toEqual(ids.slice(1));
  expect(studio.run({ type: 'restoreDraftRevision', draftId: ids[0] ?? '', revision: 1 }).outcome).toBe('done');
});

test('earlier changes that vanish without a reason are said; carried ones stay', () => {
  const studio = demoStudio();
  studio.propose(table);
  const proposed = studio.propose([set('q', 'element', 'tmp:table', { qty: 2 })], {}, {}, ['el', 't']);
  expect(proposed.ok && proposed.value.issues.map(({ code }) => code)).toEqual(['V16']);
  expect(draftOf(studio)?.ops.map(({ opId }) => opId)).toEqual(['el', 't', 'q']);
});

test('a proposal with one error is refused whole', () => {
  const studio = demoStudio();
  studio.propose(table);
  const proposed = studio.propose([
    set('a', 'element', wall(studio), { qty: 2 }),
    set('b', 'task', 'tsk_nowhere', { crew: 2 }),
  ]);
  expect(proposed.ok ? [] : proposed.error.map(({ code }) => code)).toEqual(['V02']);
  expect(draftOf(studio)?.revision).toBe(1);
});

test('a draft shows what it would do: money, hours, dates', () => {
  const studio = demoStudio();
  studio.propose([...table, set('p', 'project', 'prj_demo', { eventDate: '2026-06-18' })]);
  expect(draftOf(studio)?.impact).toMatchObject({
    costDeltaMinor: 20_000,
    subtotalDeltaMinor: 29_000,
    minutesDelta: 120,
    dates: [{ path: 'eventDate', from: '2026-06-17', to: '2026-06-18' }],
  });
});

test('what needs an acknowledgement is applied only with it', () => {
  const studio = demoStudio();
  studio.propose([
    create('big', 'workLine', { 'label.en': 'Big', pricing: { mode: 'fixed', amountMinor: 1_500_000 } }),
  ]);
  const refused = studio.run({ type: 'applyDraft', expectedDraftRevision: 1 });
  expect(codes(refused)).toEqual(['ACK_REQUIRED', 'V10']);
  expect(studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10'] }).outcome).toBe('done');
});

test('a draft held back by a judge is not applied until an owner says why', () => {
  const studio = demoStudio();
  studio.propose(table, {}, { blockedReasons: [{ en: 'Too much at once' }] });
  expect(draftOf(studio)?.status).toBe('blocked');
  expect(codes(studio.run({ type: 'applyDraft', expectedDraftRevision: 1 }))).toEqual(['DRAFT_BLOCKED']);
  expect(
    codes(
      studio.run({ type: 'overrideJudge', expectedDraftRevision: 1, reason: 'client said so' }, { role: 'editor' }),
    ),
  ).toEqual(['NOT_ALLOWED']);
  studio.run({ type: 'overrideJudge', expectedDraftRevision: 1, reason: 'client said so' });
  expect(studio.run({ type: 'applyDraft', expectedDraftRevision: 1 }).outcome).toBe('done');
});

test('while a question about scope is open nothing is applied', () => {
  const studio = demoStudio();
  studio.propose(table);
  studio.record([
    {
      kind: 'session.patched',
      data: { by: 'dana', userId: 'dana', set: { openScope: { turnId: 'trn_9', mention: 'הקיר', candidates: [] } } },
    },
  ]);
  expect(codes(studio.run({ type: 'applyDraft', expectedDraftRevision: 1 }))).toEqual(['NEEDS_SCOPE']);
  studio.run({ type: 'setScope', dismissScope: true });
  expect(studio.run({ type: 'applyDraft', expectedDraftRevision: 1 }).outcome).toBe('done');
});

const changes = (studio: Studio): readonly PatchOp[] => [
  ...table,
  set('rename', 'element', wall(studio), { 'name.en': 'Brand wall', qty: 3 }),
  addRef('dep', 'task', idOfName(studio, 'Build counter'), 'dependsOn', idOfName(studio, 'Paint')),
  removeRef('undep', 'task', idOfName(studio, 'Install wall'), 'dependsOn', idOfName(studio, 'Letters')),
  tombstone('kill', 'risk', idOfName(studio, 'Narrow lift')),
];

test('[ST-47] undoing a change set is a draft; applied, the project is as it was', () => {
  const studio = demoStudio();
  const before = stateHash(studio);
  studio.propose(changes(studio));
  const applied = studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10', 'V13', 'V14'] });
  expect(applied.outcome).toBe('done');
  expect(stateHash(studio)).not.toBe(before);
  const event = studio.log.findLast(({ kind }) => kind === 'changeset.applied');
  if (event?.kind !== 'changeset.applied') throw new Error('nothing was applied');
  const changeSetId = event.data.changeSetId;
  const logged = studio.log.length;
  studio.run({ type: 'undoChangeSet', changeSetId }, { changeSet: event.data });
  expect([draftOf(studio)?.source, studio.log.slice(logged).map(({ kind }) => kind)]).toEqual([
    'undo',
    ['draft.revised'],
  ]);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10', 'V13', 'V14'] });
  expect(stateHash(studio)).toBe(before);
});

test('an undo leaves out what is gone since, and says so', () => {
  const studio = demoStudio();
  const paint = idOfName(studio, 'Paint');
  studio.propose([...table, set('crew', 'task', paint, { crew: 2 }), set('qty', 'element', wall(studio), { qty: 2 })]);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10', 'V14'] });
  const applied = studio.log.findLast(({ kind }) => kind === 'changeset.applied');
  if (applied?.kind !== 'changeset.applied') throw new Error('nothing was applied');
  studio.propose([tombstone('p', 'task', paint), tombstone('b', 'task', idOfName(studio, 'Build table'))]);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V13'] });
  const { changeSetId } = applied.data;
  const undone = studio.run({ type: 'undoChangeSet', changeSetId }, { changeSet: applied.data });
  expect(undone.outcome).toBe('done');
  expect(undone.say.en).toContain('1 change');
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10', 'V13', 'V14'] });
  expect(studio.state.records.element.get(wall(studio))?.qty).toBe(1);
  expect(liveOf(studio.state.records.element).some(({ name }) => name.en === 'Table')).toBe(false);
});

test('whatever is excluded, nothing of it is ever applied', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }), (chosen) => {
      const studio = demoStudio();
      const ops = changes(studio);
      studio.propose(ops);
      const edits = ops.map(({ opId }, nth) => ({ opId, include: chosen[nth] ?? false }));
      studio.run({ type: 'editDraft', expectedDraftRevision: 1, edits });
      const left = new Set((draftOf(studio)?.ops ?? []).filter(({ include }) => include).map(({ opId }) => opId));
      studio.run({ type: 'applyDraft', expectedDraftRevision: 2, acknowledge: ['V10', 'V13', 'V14'] });
      const applied = studio.log.flatMap((event) =>
        event.kind === 'changeset.applied' && event.data.source === 'draft'
          ? event.data.ops.map(({ opId }) => opId)
          : [],
      );
      expect(applied.filter((opId) => !left.has(opId))).toEqual([]);
      expect(applied.length).toBe(left.size);
    }),
    { numRuns: 25 },
  );
});
