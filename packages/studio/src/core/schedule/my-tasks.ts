import type { Task } from '../domain/entities.ts';
import { liveOf, type Records } from '../fold/records.ts';
import { scheduleOf } from './schedule.ts';

export type AssignedTask = {
  readonly task: Task;
  /** When it is due: as a person set it, else the last day the schedule leaves. */
  readonly due: string | null;
  readonly latestStart: string | null;
};

/** The open tasks of one person, the most urgent first. */
export const assignedTasks = (records: Records, userId: string): readonly AssignedTask[] => {
  const mine = liveOf(records.task).filter(
    ({ assigneeId, status }) => assigneeId === userId && status !== 'done' && status !== 'cancelled',
  );
  if (mine.length === 0) return [];
  const { byTask } = scheduleOf(records);
  return mine
    .map((task) => {
      const scheduled = byTask.get(task.id);
      return {
        task,
        due: task.dueDate ?? scheduled?.latestFinish ?? null,
        latestStart: scheduled?.latestStart ?? null,
      };
    })
    .sort((a, b) => byDue(a, b) || (a.task.id < b.task.id ? -1 : 1));
};

const byDue = (a: AssignedTask, b: AssignedTask): number => {
  const [one, two] = [a.due ?? '9999-12-31', b.due ?? '9999-12-31'];
  return one < two ? -1 : one > two ? 1 : 0;
};
