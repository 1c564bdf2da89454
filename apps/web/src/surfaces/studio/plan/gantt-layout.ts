import type { Project, Task } from '@atelier/contracts/studio';
import { nextWorkDay, type Schedule } from '@atelier/studio/view';

export type GanttBar = {
  readonly task: Task;
  /** Days since 1970, both inclusive. */
  readonly from: number;
  readonly to: number;
  readonly isCritical: boolean;
};

export type GanttDay = {
  readonly day: number;
  readonly date: string;
  readonly isOff: boolean;
  /** Off although it is in the work week. */
  readonly isHoliday: boolean;
};

export type GanttLayout = { readonly bars: readonly GanttBar[]; readonly days: readonly GanttDay[] };

const msPerDay = 86_400_000;
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / msPerDay;
export const dateOf = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** More than a year of days cannot be read any more. */
const mostDays = 400;

/** Each scheduled task as a bar from the last day it can start to the last day it can end, and the days under them. */
export const ganttLayout = (tasks: readonly Task[], schedule: Schedule, project: Project): GanttLayout => {
  const bars = tasks.flatMap((task): readonly GanttBar[] => {
    const at = schedule.byTask.get(task.id);
    return at === undefined
      ? []
      : [{ task, from: dayOf(at.latestStart), to: dayOf(at.latestFinish), isCritical: at.isCritical }];
  });
  if (bars.length === 0) return { bars, days: [] };
  const event = project.eventDate ?? project.installStart;
  const first = Math.min(...bars.map(({ from }) => from));
  const last = Math.max(...bars.map(({ to }) => to), event === undefined ? 0 : dayOf(event));
  const days = Array.from({ length: Math.min(last - first + 1, mostDays) }, (_, at): GanttDay => {
    const day = first + at;
    const date = dateOf(day);
    const isOff = nextWorkDay(date, project) !== date;
    const weekDay = (((day + 4) % 7) + 7) % 7;
    return { day, date, isOff, isHoliday: isOff && project.workWeek.includes(weekDay) };
  });
  return { bars, days };
};

/** Minutes of people by trade, the most first. Atomic tasks split the minutes of others and are left out. */
export const minutesByTrade = (tasks: readonly Task[]): readonly (readonly [Task['trade'], number])[] => {
  const minutes = new Map<Task['trade'], number>();
  for (const { trade, estimateMin, crew, status, granularity } of tasks)
    if (status !== 'cancelled' && granularity !== 'atomic')
      minutes.set(trade, (minutes.get(trade) ?? 0) + estimateMin * crew);
  return [...minutes].filter(([, sum]) => sum > 0).sort(([, a], [, b]) => b - a);
};
