import { expect, test } from 'vitest';
import { batchOps } from './batch-ops.ts';

const cell = (row: string, column: string, after: string | number | null) => ({ row, column, before: 'was', after });
const change = (_row: string, column: string, value: string | number | null) =>
  value === 'bad' ? undefined : { [column]: value };

test('all cells of one row become one op', () => {
  const { groups, refused } = batchOps(
    [cell('tsk_a', 'crew', 2), cell('tsk_a', 'trade', 'paint'), cell('tsk_b', 'crew', 3)],
    () => 'task',
    change,
  );
  expect(groups).toEqual([
    [
      { op: 'set', opId: 'cell-0', entity: 'task', id: 'tsk_a', changes: { crew: 2, trade: 'paint' } },
      { op: 'set', opId: 'cell-1', entity: 'task', id: 'tsk_b', changes: { crew: 3 } },
    ],
  ]);
  expect(refused).toBe(0);
});

test('cells that stay as they were send nothing, and those that cannot be read are counted', () => {
  const { groups, refused } = batchOps(
    [{ row: 'a', column: 'x', before: 1, after: 1 }, cell('b', 'x', 'bad')],
    () => 'task',
    change,
  );
  expect([groups, refused]).toEqual([[], 1]);
});

test('a long paste goes out in parts the server takes', () => {
  const batch = Array.from({ length: 120 }, (_, at) => cell(`tsk_${at}`, 'crew', 2));
  const { groups } = batchOps(batch, () => 'task', change);
  expect(groups.map((ops) => ops.length)).toEqual([50, 50, 20]);
});
