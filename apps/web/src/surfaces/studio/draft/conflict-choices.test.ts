import type { Conflict } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { choicesOf, undecided } from './conflict-choices.ts';

const conflict = (opId: string, overlap: boolean): Conflict => ({
  opId,
  entity: 'task',
  entityId: 'tsk_1',
  fieldPath: 'estimateMin',
  baseValue: 60,
  currentValue: 90,
  proposedValue: 120,
  kind: 'edit',
  overlap,
});

test('only fields that both sides moved are decided, and a value that cannot be read is no decision', () => {
  const conflicts = [conflict('a', true), conflict('b', false), conflict('c', true)];
  expect(undecided(conflicts, {})).toBe(2);
  const takes = {
    'a\nestimateMin': { take: 'theirs' },
    'b\nestimateMin': { take: 'mine' },
    'c\nestimateMin': { take: 'value', value: undefined },
  } as const;
  expect(undecided(conflicts, takes)).toBe(1);
  const typed = { ...takes, 'c\nestimateMin': { take: 'value', value: 100 } } as const;
  expect(undecided(conflicts, typed)).toBe(0);
  expect(choicesOf(conflicts, typed)).toEqual([
    { opId: 'a', fieldPath: 'estimateMin', take: 'theirs' },
    { opId: 'c', fieldPath: 'estimateMin', take: 'value', value: 100 },
  ]);
});
