import type { Task } from '@atelier/contracts/studio';
import type { Schedule } from '@atelier/studio/view';

export type TodayTask = {
  readonly task: Task;
  /** When it is due: as a person set it, else the last day the schedule leaves. */
  readonly due: string | null;
  readonly isLate: boolean;
};

export type Today = {
  readonly now: readonly TodayTask[];
  readonly next: readonly TodayTask[];
  readonly done: readonly TodayTask[];
};

const last = '9999-12-31';

/** What is to be done today: begun, blocked, due, or at the last day it can start. The most urgent first. */
export const todayTasks = (tasks: readonly Task[], { byTask }: Schedule, today: string): Today => {
  const [now, next, done]: [TodayTask[], TodayTask[], TodayTask[]] = [[], [], []];
  for (const task of tasks) {
    if (task.tombstone !== null || task.status === 'cancelled') continue;
    const scheduled = byTask.get(task.id);
    const due = task.dueDate ?? scheduled?.latestFinish ?? null;
    const start = task.startDate ?? scheduled?.latestStart ?? due;
    const each = { task, due, isLate: task.status !== 'done' && due !== null && due < today };
    if (task.status === 'done') done.push(each);
    else if (task.status !== 'todo' || [start, due].some((day) => day !== null && day <= today)) now.push(each);
    else next.push(each);
  }
  const byDue = (a: TodayTask, b: TodayTask) =>
    (a.due ?? last) < (b.due ?? last) ? -1 : (a.due ?? last) > (b.due ?? last) ? 1 : a.task.sortKey - b.task.sortKey;
  return { now: now.sort(byDue), next: next.sort(byDue), done: done.sort(byDue) };
};
