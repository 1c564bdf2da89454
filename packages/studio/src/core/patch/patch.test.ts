import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entityTypes } from '../domain/primitives.ts';
import { copyRecords } from '../fold/records.ts';
import { addRef, create, removeRef, restore, set, tombstone } from '../testing/ops.ts';
import { aMaterial, anElement, aTask, recordsWith, sha256 } from '../testing/records.ts';
import { applyOps } from './apply.ts';
import { paths } from './paths.ts';
import { mintIds, orderOps, withBase } from './prepare.ts';
import { valueAt, withValue } from './values.ts';

const stamp = {
  at: '2026-04-17T08:00:00.000Z',
  by: 'noa',
  seq: 7,
  changeSetId: 'cs_1',
  origin: { source: 'skill' },
} as const;
const project = () =>
  recordsWith({}, anElement('el_wall'), aTask('tsk_a'), aTask('tsk_b', { dependsOn: ['tsk_a'] }), aMaterial('mat_a'));

test('creates come first, what is referred to before what refers', () => {
  const ops = [
    set('s', 'task', 'tmp:task', { crew: 2 }),
    create('line', 'materialLine', { taskIds: ['tmp:task'] }, 'tmp:line'),
    create('task', 'task', { elementIds: ['tmp:el'] }, 'tmp:task'),
    create('el', 'element', {}, 'tmp:el'),
  ];
  expect(orderOps(ops).map(({ opId }) => opId)).toEqual(['el', 'task', 'line', 's']);
});

test('two new tasks may not both come first, but their ids are known either way', () => {
  const ops = [create('a', 'task', { dependsOn: ['tmp:b'] }), create('b', 'task', { dependsOn: ['tmp:a'] })];
  expect(orderOps(ops).length).toBe(2);
});

test('temp ids become ids of the right kind, in every place that names them', () => {
  const records = project();
  const ops = [
    create('el', 'element', { 'name.en': 'Table' }, 'tmp:el'),
    create('t', 'task', { 'title.en': 'Build', elementIds: ['tmp:el', 'el_wall'], dependsOn: ['tsk_a'] }, 'tmp:t'),
    create('f', 'fact', { subject: { kind: 'element', id: 'tmp:el' }, key: 'width', value: 100 }),
    addRef('ref', 'task', 'tsk_b', 'dependsOn', 'tmp:t'),
  ];
  const ids = mintIds(sha256, 'trn_1', ops);
  applyOps(records, orderOps(ops), ids, stamp);
  const [el, task] = [ids['tmp:el'] ?? '', ids['tmp:t'] ?? ''];
  expect([el.slice(0, 3), task.slice(0, 4)]).toEqual(['el_', 'tsk_']);
  expect(records.task.get(task)?.elementIds).toEqual([el, 'el_wall']);
  expect(records.task.get('tsk_b')?.dependsOn).toEqual(['tsk_a', task]);
  expect([...records.fact.values()][0]).toMatchObject({ subject: { id: el }, status: 'proposed' });
  expect(mintIds(sha256, 'trn_1', ops)).toEqual(ids);
  expect(mintIds(sha256, 'trn_2', ops)).not.toEqual(ids);
});

test('removing keeps the entity and says who, when and why; restoring brings it back as it was', () => {
  const records = project();
  applyOps(records, [tombstone('x', 'task', 'tsk_a')], {}, stamp);
  expect(records.task.get('tsk_a')).toMatchObject({
    tombstone: { by: 'noa', reason: { en: 'gone' }, changeSetId: 'cs_1' },
    estimateMin: 60,
  });
  expect(records.task.get('tsk_b')?.dependsOn).toEqual(['tsk_a']);
  applyOps(records, [restore('y', 'task', 'tsk_a')], {}, stamp);
  expect(records.task.get('tsk_a')).toMatchObject({ tombstone: null, estimateMin: 60, updatedSeq: 7 });
});

test('a link is added once and taken away by name', () => {
  const records = project();
  applyOps(
    records,
    [addRef('a', 'task', 'tsk_b', 'dependsOn', 'tsk_a'), removeRef('r', 'task', 'tsk_b', 'dependsOn', 'tsk_x')],
    {},
    stamp,
  );
  expect(records.task.get('tsk_b')?.dependsOn).toEqual(['tsk_a']);
});

test('null clears an optional path; clearing the element makes a line General', () => {
  const records = project();
  applyOps(
    records,
    [set('a', 'materialLine', 'mat_a', { elementId: 'el_wall', sku: 'X', 'notes.en': 'n' })],
    {},
    stamp,
  );
  applyOps(records, [set('b', 'materialLine', 'mat_a', { elementId: null, sku: null, 'notes.en': null })], {}, stamp);
  const line = records.materialLine.get('mat_a');
  expect([line?.elementId, line && 'sku' in line, line && 'notes' in line]).toEqual([null, false, false]);
});

test('what an op starts from is written down, path by path', () => {
  const op = withBase(project(), sha256, 12, set('s', 'task', 'tsk_a', { crew: 3, dueDate: '2026-06-01' }));
  expect(op).toMatchObject({
    base: { crew: 1, dueDate: null },
    ifMatch: { seq: 12, hash: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
});

test('a copy of the records is not moved by what happens to the original', () => {
  const records = project();
  const copy = copyRecords(records);
  applyOps(records, [set('s', 'task', 'tsk_a', { crew: 9 })], {}, stamp);
  expect([copy.task.get('tsk_a')?.crew, records.task.get('tsk_a')?.crew]).toEqual([1, 9]);
});

describe.each(entityTypes)('%s', (entity) => {
  test('what is written at a path is read back from it', () => {
    const names = Object.keys(paths[entity]);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.array(fc.string())),
        (path, value) => {
          expect(valueAt(withValue({ id: 'x' }, path, value), path)).toEqual(value);
        },
      ),
      { numRuns: 50 },
    );
  });
});
