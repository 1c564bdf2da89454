import type { Task } from '../domain/entities.ts';
import { isLive, liveOf, projectOf } from '../fold/records.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { findCycle } from '../validate/graph.ts';
import { about, textIn } from '../words/format.ts';
import { both } from '../words/issue.ts';
import type { Finding, FollowUp, Invariant } from './world.ts';

const ref = ({ id }: Task) => ({ entity: 'task', id });

const deadDependencies: Invariant = {
  id: 'I06',
  severity: 'warn',
  holds: 'A task depends only on live tasks',
  otherwise: 'flag; the follow-up draft links past the removed one',
  find: ({ records }) =>
    liveOf(records.task).flatMap((task) => {
      const dead = task.dependsOn.filter((id) => records.task.has(id) && !isLive(records.task.get(id)));
      if (dead.length === 0) return [];
      const past = [...new Set(dead.flatMap((id) => records.task.get(id)?.dependsOn ?? []))].filter(
        (id) => isLive(records.task.get(id)) && !task.dependsOn.includes(id) && id !== task.id,
      );
      const reason = both('המשימה שחיכו לה הוסרה', 'The task it waited for was removed');
      const shared = { entity: 'task' as const, id: task.id, path: 'dependsOn', reason };
      const followUp: FollowUp[] = [{ ...shared, op: 'removeRef', opId: `unlink-${task.id}`, refs: dead }];
      if (past.length > 0) followUp.push({ ...shared, op: 'addRef', opId: `relink-${task.id}`, refs: past });
      return [
        {
          refs: [ref(task)],
          message: about(
            task.title,
            (n) => `"${n}" מחכה למשימה שהוסרה.`,
            (n) => `"${n}" waits for a task that was removed.`,
          ),
          evidence: [...dead].sort(),
          actions: ['activateFollowUp', 'unlink', 'dismiss'],
          followUp: () => followUp,
        },
      ];
    }),
};

const cycles: Invariant = {
  id: 'I07',
  severity: 'error',
  holds: 'No task waits for itself through others',
  otherwise: 'flag with the cycle',
  find: ({ records }) => {
    const cycle = findCycle(records);
    if (!cycle) return [];
    const ids = [...new Set(cycle.map(({ id }) => id))].sort();
    return [
      {
        refs: ids.map((id) => ({ entity: 'task', id })),
        message: both(
          `משימות מחכות זו לזו: ${cycle.map(({ title }) => textIn(title, 'he')).join(' ← ')}`,
          `Tasks wait for each other: ${cycle.map(({ title }) => textIn(title, 'en')).join(' → ')}`,
        ),
        evidence: ids,
        actions: ['dismiss'],
      },
    ];
  },
};

const lateStarts: Invariant = {
  id: 'I18',
  severity: 'warn',
  holds: 'Every open task can still start in time, and is due by the event',
  otherwise: 'flag (today is the day of the event that ran the check)',
  find: ({ records, today }) => {
    const { eventDate } = projectOf(records);
    const { byTask } = scheduleOf(records);
    return liveOf(records.task).flatMap((task): readonly Finding[] => {
      if (task.status === 'done' || task.status === 'cancelled') return [];
      const found: Finding[] = [];
      const latest = byTask.get(task.id);
      if (latest && latest.latestStart < today && task.status === 'todo')
        found.push({
          refs: [ref(task)],
          key: 'start',
          message: about(
            task.title,
            (n) => `"${n}" הייתה צריכה להתחיל עד ${latest.latestStart}.`,
            (n) => `"${n}" had to start by ${latest.latestStart}.`,
          ),
          evidence: latest.latestStart,
          actions: ['dismiss'],
        });
      if (task.dueDate && eventDate && task.dueDate > eventDate)
        found.push({
          refs: [ref(task)],
          key: 'due',
          message: about(
            task.title,
            (n) => `"${n}" מסתיימת אחרי האירוע.`,
            (n) => `"${n}" is due after the event.`,
          ),
          evidence: [task.dueDate, eventDate],
          actions: ['dismiss'],
        });
      return found;
    });
  },
};

const doneTooSoon: Invariant = {
  id: 'I21',
  severity: 'info',
  holds: 'A task that is done waits for nothing unfinished',
  otherwise: 'flag',
  find: ({ records }) =>
    liveOf(records.task).flatMap((task) => {
      if (task.status !== 'done') return [];
      const open = task.dependsOn.filter((id) => {
        const needed = records.task.get(id);
        return isLive(needed) && needed?.status !== 'done' && needed?.status !== 'cancelled';
      });
      if (open.length === 0) return [];
      return [
        {
          refs: [ref(task)],
          message: about(
            task.title,
            (n) => `"${n}" סומנה כגמורה, ומה שלפניה לא.`,
            (n) => `"${n}" is done, and what comes before it is not.`,
          ),
          evidence: [...open].sort(),
          actions: ['dismiss'],
        },
      ];
    }),
};

export const taskInvariants: readonly Invariant[] = [deadDependencies, cycles, lateStarts, doneTooSoon];
