import type { Project, Task } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { dateOf, dayOf, ganttLayout, minutesByTrade } from './gantt-layout.ts';

const project = {
  eventDate: '2026-09-17',
  workWeek: [0, 1, 2, 3, 4],
  holidays: [],
  nationalHolidays: 'IL',
} as unknown as Project;
const task = (id: string, more: Partial<Task> = {}) =>
  ({ id, estimateMin: 60, crew: 2, trade: 'paint', status: 'todo', granularity: 'mid', ...more }) as Task;
const schedule = {
  byTask: new Map([
    ['tsk_a', { taskId: 'tsk_a', latestStart: '2026-09-09', latestFinish: '2026-09-10', isCritical: true }],
    ['tsk_b', { taskId: 'tsk_b', latestStart: '2026-09-14', latestFinish: '2026-09-16', isCritical: false }],
  ]),
  criticalPath: ['tsk_a'],
  latestStart: '2026-09-09',
};

test('a bar covers the days of the schedule, and a task without a place has none', () => {
  const { bars, days } = ganttLayout([task('tsk_a'), task('tsk_b'), task('tsk_c')], schedule, project);
  expect(bars.map(({ from, to, isCritical }) => [dateOf(from), dateOf(to), isCritical])).toEqual([
    ['2026-09-09', '2026-09-10', true],
    ['2026-09-14', '2026-09-16', false],
  ]);
  expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2026-09-09', '2026-09-17']);
});

test('days off are known: the week’s end, and a holiday on a working day', () => {
  const { days } = ganttLayout([task('tsk_a'), task('tsk_b')], schedule, project);
  const off = days.filter(({ isOff }) => isOff).map(({ date, isHoliday }) => [date, isHoliday]);
  // Rosh Hashana 5787 is on Saturday and Sunday, 12 and 13 September 2026; its eve is a Friday.
  expect(off).toEqual([
    ['2026-09-11', false],
    ['2026-09-12', false],
    ['2026-09-13', true],
  ]);
});

test('a day has a number and back', () => {
  expect(dateOf(dayOf('2028-02-29'))).toBe('2028-02-29');
});

test('minutes are those of all people, and cancelled or split work does not count', () => {
  expect(
    minutesByTrade([
      task('a'),
      task('b', { trade: 'install', estimateMin: 300 }),
      task('c', { status: 'cancelled' }),
      task('d', { granularity: 'atomic' }),
      task('e', { estimateMin: 0, trade: 'print' }),
    ]),
  ).toEqual([
    ['install', 600],
    ['paint', 120],
  ]);
});
