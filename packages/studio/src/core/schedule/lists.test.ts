import { expect, test } from 'vitest';
import { aMaterial, aTask, recordsWith } from '../testing/records.ts';
import { assignedTasks } from './my-tasks.ts';
import { purchaseList } from './purchase-list.ts';

const dated = { eventDate: '2026-06-17', installStart: '2026-06-15' };

test('what is to be bought is listed by supplier, under the name it has now, with the day it is needed', () => {
  const records = recordsWith(
    dated,
    aTask('tsk_build', { estimateMin: 960 }),
    aTask('tsk_buy', { estimateMin: 0, purchase: { mode: 'needed' } }),
    aMaterial('mat_ply', { supplier: 'sup_wood', purchase: { status: 'ordered' }, taskIds: ['tsk_build'] }),
    aMaterial('mat_stud', {
      supplier: 'sup_wood',
      purchase: { status: 'needed' },
      taskIds: ['tsk_build'],
      unitCostMinor: 100,
    }),
    aMaterial('mat_letters', { taskIds: ['tsk_buy'] }),
    aMaterial('mat_stock', { supplier: 'stock' }),
  );
  const directory = new Map([
    ['sup_wood', { id: 'sup_wood', kind: 'supplier' as const, name: 'עץ ועוד', isRemoved: false }],
  ]);
  expect(
    purchaseList(records, directory).map(({ supplier, rows, costMinor }) => [
      supplier,
      rows.map(({ line, status, neededBy }) => [line.id, status, neededBy]),
      costMinor,
    ]),
  ).toEqual([
    [
      'עץ ועוד',
      [
        ['mat_ply', 'ordered', '2026-06-11'],
        ['mat_stud', 'needed', '2026-06-11'],
      ],
      114_400,
    ],
    [null, [['mat_letters', 'needed', '2026-06-14']], 114_000],
  ]);
});

test("a person's open tasks come by the day they are due", () => {
  const records = recordsWith(
    dated,
    aTask('tsk_late', { assigneeId: 'noa', dueDate: '2026-06-12' }),
    aTask('tsk_soon', { assigneeId: 'noa', dueDate: '2026-05-01' }),
    aTask('tsk_scheduled', { assigneeId: 'noa', estimateMin: 60 }),
    aTask('tsk_done', { assigneeId: 'noa', status: 'done' }),
    aTask('tsk_other', { assigneeId: 'dana' }),
  );
  expect(assignedTasks(records, 'noa').map(({ task, due }) => [task.id, due])).toEqual([
    ['tsk_soon', '2026-05-01'],
    ['tsk_late', '2026-06-12'],
    ['tsk_scheduled', '2026-06-14'],
  ]);
});
