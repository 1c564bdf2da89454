import { expect, test } from 'vitest';
import { aTask, recordsWith } from '../testing/records.ts';
import { dayNumber, isIsraeliHoliday } from './hebrew-calendar.ts';
import { scheduleOf } from './schedule.ts';
import { nextWorkDay } from './work-calendar.ts';

const sundayToThursday = { workWeek: [0, 1, 2, 3, 4], holidays: [], nationalHolidays: 'IL' as const };

test("Israel's days off fall where the calendar puts them", () => {
  const off = [
    '2025-04-13', // Passover
    '2025-05-01', // Independence Day, moved from Saturday to Thursday
    '2025-09-23', // Rosh Hashana
    '2025-10-02', // Yom Kippur
    '2026-04-02',
    '2026-04-22',
    '2026-05-22', // Shavuot
    '2026-09-12',
    '2026-09-21',
    '2026-09-26', // Sukkot
    '2026-10-03', // Simchat Torah
    '2027-05-12', // Independence Day
    '2028-05-02', // moved from Monday to Tuesday
  ];
  expect(off.filter((day) => !isIsraeliHoliday(dayNumber(day)))).toEqual([]);
  expect(['2026-04-01', '2026-06-15', '2026-12-05'].filter((day) => isIsraeliHoliday(dayNumber(day)))).toEqual([]);
});

test('a day that is not worked on gives way to the next that is', () => {
  expect(nextWorkDay('2026-06-15', sundayToThursday)).toBe('2026-06-15');
  expect(nextWorkDay('2026-06-19', sundayToThursday)).toBe('2026-06-21'); // Friday
  expect(nextWorkDay('2026-04-02', sundayToThursday)).toBe('2026-04-05'); // Passover, Friday, Saturday
});

const dated = { eventDate: '2026-06-17', installStart: '2026-06-15' };

test('workshop tasks end the evening before installing starts, venue tasks the evening before the event', () => {
  const records = recordsWith(
    dated,
    aTask('tsk_build', { estimateMin: 960, trade: 'carpentry' }),
    aTask('tsk_paint', { estimateMin: 360, trade: 'paint', dependsOn: ['tsk_build'] }),
    aTask('tsk_install', { estimateMin: 240, trade: 'install', dependsOn: ['tsk_paint'] }),
    aTask('tsk_handover', { estimateMin: 0, granularity: 'milestone', dependsOn: ['tsk_install'] }),
  );
  const { byTask, criticalPath, latestStart } = scheduleOf(records);
  const days = (id: string) => [byTask.get(id)?.latestStart, byTask.get(id)?.latestFinish];
  expect(days('tsk_handover')).toEqual(['2026-06-16', '2026-06-16']);
  expect(days('tsk_install')).toEqual(['2026-06-16', '2026-06-16']);
  expect(days('tsk_paint')).toEqual(['2026-06-14', '2026-06-14']);
  // 120 minutes of Sunday are left for building; Friday and Saturday are not worked on.
  expect(days('tsk_build')).toEqual(['2026-06-10', '2026-06-14']);
  expect(latestStart).toBe('2026-06-10');
  expect(criticalPath).toEqual(['tsk_build', 'tsk_paint']);
});

test('a task that fills its day makes what it waits for end the evening before', () => {
  const records = recordsWith(
    dated,
    aTask('tsk_a', { estimateMin: 60 }),
    aTask('tsk_b', { estimateMin: 480, dependsOn: ['tsk_a'] }),
  );
  expect(scheduleOf(records).byTask.get('tsk_a')).toMatchObject({
    latestStart: '2026-06-11',
    latestFinish: '2026-06-11',
  });
});

test('tasks in a cycle have no place, the others keep theirs', () => {
  const records = recordsWith(
    dated,
    aTask('tsk_a', { dependsOn: ['tsk_b'] }),
    aTask('tsk_b', { dependsOn: ['tsk_a'] }),
    aTask('tsk_c', {}),
  );
  expect([...scheduleOf(records).byTask.keys()]).toEqual(['tsk_c']);
});

test('without a date there is no schedule', () => {
  expect(scheduleOf(recordsWith({}, aTask('tsk_a', {}))).latestStart).toBe(null);
});
