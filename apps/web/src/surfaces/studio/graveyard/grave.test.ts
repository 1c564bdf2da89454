import type { MaterialLine, PolicyVersion, ProjectView, Task } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { totalsOf } from './at-stake.ts';
import { filtered, orphanedRows, tombstonedRows } from './grave-rows.ts';

const gone = { at: '2026-05-02T10:00:00.000Z', by: 'noa', reason: { en: 'gone' }, changeSetId: 'cs_1' };
const line = (id: string, more: object = {}) =>
  ({
    id,
    label: { en: id },
    elementId: null,
    taskIds: [],
    unit: 'unit',
    qtyMilli: 1_000,
    wasteBps: 0,
    unitCostMinor: 10_000,
    status: 'active',
    updatedAt: '2026-05-01T10:00:00.000Z',
    tombstone: null,
    ...more,
  }) as unknown as MaterialLine;
const task = (id: string, more: object = {}) =>
  ({
    id,
    title: { en: id },
    elementIds: [],
    dependsOn: [],
    tombstone: null,
    updatedAt: gone.at,
    status: 'todo',
    ...more,
  }) as unknown as Task;
const policy = {
  overheadBps: 0,
  contingencyBps: 0,
  marginMode: 'markup',
  marginBps: 0,
  minMarginBps: 0,
  vatBps: 1_000,
  rounding: { unitMinor: 1, mode: 'half_up', apply: 'total' },
  discount: null,
  spreadGeneral: false,
} as unknown as PolicyVersion;
const view = {
  project: { id: 'prj_a' },
  policy,
  pricing: null,
  elements: [],
  tasks: [task('tsk_gone', { tombstone: gone }), task('tsk_after', { dependsOn: ['tsk_gone'] })],
  materialLines: [
    line('mat_orphan', { status: 'orphaned', orphanReason: 'task_removed', taskIds: ['tsk_gone'] }),
    line('mat_gone', { tombstone: { ...gone, at: '2026-05-03T10:00:00.000Z' } }),
    line('mat_live'),
  ],
  workLines: [],
  facts: [],
  risks: [],
  decisions: [],
  sections: [],
} as unknown as ProjectView;

test('what was removed is listed with who and why, the latest first', () => {
  expect(tombstonedRows(view).map(({ id, entity, costMinor, by }) => [id, entity, costMinor, by])).toEqual([
    ['mat_gone', 'materialLine', 10_000, 'noa'],
    ['tsk_gone', 'task', 0, 'noa'],
  ]);
});

test('lines without a place and links to something removed are both orphaned', () => {
  expect(orphanedRows(view).map(({ id, why, deadNames }) => [id, why, deadNames])).toEqual([
    ['tsk_after', 'link', [{ en: 'tsk_gone' }]],
    ['mat_orphan', 'task_removed', [{ en: 'tsk_gone' }]],
  ]);
});

test('the total is told before anything is done: removing lowers it, restoring raises it, unlinking does not move it', () => {
  const one = { entity: 'materialLine' } as const;
  expect(totalsOf(view, [{ ...one, id: 'mat_orphan', action: 'removeLine' }])).toEqual({
    before: 22_000,
    after: 11_000,
  });
  expect(totalsOf(view, [{ ...one, id: 'mat_gone', action: 'restore' }])).toEqual({ before: 22_000, after: 33_000 });
  expect(totalsOf(view, [{ ...one, id: 'mat_orphan', action: 'unlink' }])).toEqual({ before: 22_000, after: 22_000 });
  expect(totalsOf({ ...view, policy: null }, [])).toBeUndefined();
});

test('rows are found by type and by age', () => {
  const rows = tombstonedRows(view);
  const now = Date.parse('2026-05-04T09:00:00.000Z');
  const any = { entity: 'all', elementId: 'all', days: 0 } as const;
  expect(filtered(rows, any, now)).toHaveLength(2);
  expect(filtered(rows, { ...any, entity: 'task' }, now).map(({ id }) => id)).toEqual(['tsk_gone']);
  expect(filtered(rows, { ...any, days: 1 }, now).map(({ id }) => id)).toEqual(['mat_gone']);
});
