import { expect, test } from 'vitest';
import { isNothing, reconcile } from '../reconcile/reconcile.ts';
import { approve, change, codes, direct, open, paint } from '../testing/deeds.ts';
import { create, tombstone } from '../testing/ops.ts';
import { demoStudio, idOfName } from '../testing/studio.ts';
import { worldOf } from './conclude.ts';

test('[ST-32] a removed task leaves its line orphaned and the total as it was; nothing is deleted', () => {
  const studio = demoStudio();
  const before = direct(studio);
  const task = idOfName(studio, 'Paint');
  const lines = studio.state.records.materialLine.size + studio.state.records.workLine.size;
  change(studio, tombstone('gone', 'task', task));
  expect(studio.state.records.workLine.get(paint(studio))).toMatchObject({
    status: 'orphaned',
    orphanReason: 'task_removed',
    tombstone: null,
  });
  expect(direct(studio)).toBe(before);
  expect(open(studio)).toContain('I03');
  expect(studio.state.records.task.has(task)).toBe(true);
  expect(studio.state.records.materialLine.size + studio.state.records.workLine.size).toBe(lines);
});

test('[ST-33] removing the cost line drops the total by it, restoring it brings it back', () => {
  const studio = demoStudio();
  const before = direct(studio);
  change(studio, tombstone('gone', 'task', idOfName(studio, 'Paint')));
  const id = paint(studio);
  studio.run({ type: 'decideGraveyard', decisions: [{ entity: 'workLine', id, action: 'removeLine' }] });
  expect(direct(studio)).toBe(before - 72_000);
  studio.run({ type: 'decideGraveyard', decisions: [{ entity: 'workLine', id, action: 'restore' }] });
  expect(direct(studio)).toBe(before);
});

test('[ST-34] restoring the task makes its line active and closes the flag', () => {
  const studio = demoStudio();
  const task = idOfName(studio, 'Paint');
  change(studio, tombstone('gone', 'task', task));
  studio.run({ type: 'decideGraveyard', decisions: [{ entity: 'task', id: task, action: 'restore' }] });
  expect(studio.state.records.workLine.get(paint(studio))?.status).toBe('active');
  expect(open(studio)).toEqual([]);
});

test('keeping the cost without the task settles the flag too', () => {
  const studio = demoStudio();
  const before = direct(studio);
  change(studio, tombstone('gone', 'task', idOfName(studio, 'Paint')));
  const flags = [...studio.state.flags.values()].filter(({ invariant }) => invariant === 'I03');
  studio.run({ type: 'decideFlags', decisions: flags.map(({ id }) => ({ flagId: id, action: 'unlink' })) });
  expect(studio.state.records.workLine.get(paint(studio))).toMatchObject({ status: 'active', taskIds: [] });
  expect([direct(studio), open(studio).filter((id) => id === 'I03')]).toEqual([before, []]);
});

test('a line is attached to another element and task, and counts there', () => {
  const studio = demoStudio();
  change(studio, tombstone('gone', 'task', idOfName(studio, 'Paint')));
  const [stage, task] = [idOfName(studio, 'Main stage'), idOfName(studio, 'Stage install')];
  studio.run({
    type: 'decideGraveyard',
    decisions: [
      { entity: 'workLine', id: paint(studio), action: 'attach', args: { elementId: stage, taskIds: [task] } },
    ],
  });
  expect(studio.state.records.workLine.get(paint(studio))).toMatchObject({
    status: 'active',
    elementId: stage,
    taskIds: [task],
  });
});

test('a removed element leaves an error, and its lines go to General when they are unlinked', () => {
  const studio = demoStudio();
  const before = direct(studio);
  change(studio, tombstone('gone', 'element', idOfName(studio, 'Main stage')));
  expect(open(studio)).toContain('I02');
  const lines = [...studio.state.flags.values()].filter(
    ({ invariant, status }) => invariant === 'I02' && status === 'open',
  );
  studio.run({ type: 'decideFlags', decisions: lines.map(({ id }) => ({ flagId: id, action: 'unlink' })) });
  expect([direct(studio), open(studio).includes('I02')]).toEqual([before, false]);
});

test('[ST-35] reconciling what was reconciled changes nothing', () => {
  const studio = demoStudio();
  change(
    studio,
    tombstone('a', 'task', idOfName(studio, 'Paint')),
    tombstone('b', 'element', idOfName(studio, 'Main stage')),
  );
  expect(open(studio).length).toBeGreaterThan(2);
  expect(isNothing(reconcile(worldOf(studio.state, studio.facts())))).toBe(true);
});

test('[ST-37] a purchase without a line is flagged, and what could be done waits among the parked drafts', () => {
  const studio = demoStudio();
  const before = direct(studio);
  change(
    studio,
    create('t', 'task', {
      'title.en': 'Curtain',
      'title.he': 'וילון',
      'purchase.mode': 'needed',
      elementIds: [idOfName(studio, 'Main stage')],
    }),
  );
  expect(open(studio)).toEqual(['I01']);
  const session = studio.state.sessions.get('dana');
  expect([session?.draft, session?.parked.map(({ source, ops }) => [source, ops.map(({ entity }) => entity)])]).toEqual(
    [null, [['reconciliation', ['materialLine']]]],
  );
  expect(direct(studio)).toBe(before);
  studio.run({ type: 'activateDraft', draftId: session?.parked[0]?.draftId ?? '', mode: 'replace' });
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1 });
  expect(open(studio)).toEqual([]);
});

test('[ST-71] a live task "להזמין ויניל" or "rent a truck" with purchase none is flagged; handled elsewhere closes it', () => {
  for (const title of ['להזמין ויניל', 'rent a truck']) {
    const studio = demoStudio();
    change(studio, create('t', 'task', { [/[a-z]/.test(title) ? 'title.en' : 'title.he']: title }));
    expect(open(studio)).toEqual(['I01']);
    const [flag] = [...studio.state.flags.values()].filter(({ status }) => status === 'open');
    studio.run({ type: 'decideFlags', decisions: [{ flagId: flag?.id ?? '', action: 'handledElsewhere' }] });
    expect(open(studio)).toEqual([]);
  }
});

test('a flag is dismissed only with a reason, and only by an action it has', () => {
  const studio = demoStudio();
  change(studio, create('t', 'task', { 'title.en': 'rent a truck' }));
  const flagId = [...studio.state.flags.keys()][0] ?? '';
  expect(codes(studio.run({ type: 'decideFlags', decisions: [{ flagId, action: 'dismiss' }] }))).toEqual([
    'NOT_ALLOWED',
  ]);
  expect(codes(studio.run({ type: 'decideFlags', decisions: [{ flagId, action: 'pinNewest' }] }))).toEqual([
    'NOT_ALLOWED',
  ]);
  studio.run({ type: 'decideFlags', decisions: [{ flagId, action: 'dismiss', args: { reason: 'borrowed' } }] });
  expect(studio.state.flags.get(flagId)).toMatchObject({ status: 'dismissed', reason: 'borrowed' });
});

test('[ST-38] a proposed fact changes nothing; accepted it is flagged with a follow-up, and the snapshot stays', () => {
  const studio = demoStudio();
  const wall = idOfName(studio, 'Logo wall');
  const [fact] = [...studio.state.records.fact.values()].filter(({ status }) => status === 'proposed');
  expect([open(studio), studio.state.records.element.get(wall)?.colors[0]?.name.en]).toEqual([[], 'white']);
  studio.run({ type: 'decideFacts', decisions: [{ factId: fact?.id ?? '', decision: 'accept' }] });
  expect(open(studio)).toEqual(['I19']);
  expect(studio.state.records.element.get(wall)?.colors[0]?.name.en).toBe('white');
  expect(studio.state.snapshots.get(wall)?.map(({ version }) => version)).toEqual([1]);
  const [followUp] = studio.state.sessions.get('dana')?.parked ?? [];
  expect(followUp?.ops).toMatchObject([
    { op: 'set', entity: 'element', id: wall, changes: { colors: [{ name: { en: 'blue' } }] } },
  ]);
});

test('an approved element without a task is flagged, and its recipe waits as a draft', () => {
  const studio = demoStudio();
  approve(studio, 'Photo corner');
  expect(open(studio)).toEqual(['I09', 'I10']);
  const [followUp] = studio.state.sessions.get('dana')?.parked ?? [];
  expect(followUp?.ops.every(({ op, entity }) => op === 'create' && entity === 'task')).toBe(true);
  studio.run({ type: 'activateDraft', draftId: followUp?.draftId ?? '', mode: 'replace' });
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1 });
  expect(open(studio)).not.toContain('I09');
});

test("what a purchase lacks is the recipe's line, with its price, where the recipe knows it", () => {
  const studio = demoStudio();
  change(
    studio,
    create('t', 'task', {
      'title.en': 'Studs',
      'title.he': 'קורות עץ',
      'purchase.mode': 'needed',
      elementIds: [idOfName(studio, 'Logo wall')],
    }),
  );
  const [line] = studio.state.sessions.get('dana')?.parked[0]?.ops ?? [];
  expect(line).toMatchObject({
    entity: 'materialLine',
    fields: { unit: 'm', priceSource: 'catalog', unitCostMinor: expect.any(Number) },
  });
});

test('a proposal for flags leaves the list once they are closed some other way', () => {
  const studio = demoStudio();
  const wall = idOfName(studio, 'Media wall');
  const parked = () =>
    studio.state.sessions.get('dana')?.parked.filter(({ source }) => source === 'reconciliation') ?? [];
  approve(studio, 'Media wall');
  expect(parked()).toHaveLength(1);
  const fields = { 'title.en': 'Hang the screen', elementIds: [wall] };
  studio.run({
    type: 'manualEdit',
    ops: [{ op: 'create', opId: 'o', entity: 'task', tempId: 'tmp:t', fields }],
    ifMatch: {},
  });
  expect(parked()).toEqual([]);
});
