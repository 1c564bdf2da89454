import type { Task } from '../domain/entities.ts';
import { liveOf, projectOf, type Records } from '../fold/records.ts';
import { dayNumber, dayText } from './hebrew-calendar.ts';
import { minutesPerDay, type WorkCalendar, workCalendar } from './work-calendar.ts';

export type ScheduledTask = {
  readonly taskId: string;
  /** The last days on which it can start and end without moving the event. */
  readonly latestStart: string;
  readonly latestFinish: string;
  readonly isCritical: boolean;
};

export type Schedule = {
  readonly byTask: ReadonlyMap<string, ScheduledTask>;
  /** From the task that must start first to the end, each waiting for the one before. */
  readonly criticalPath: readonly string[];
  /** The first day on which anything must start. */
  readonly latestStart: string | null;
};

const nothing: Schedule = { byTask: new Map(), criticalPath: [], latestStart: null };

/** Work at the venue: it ends with the event, everything before it ends with the install. */
const atVenue: ReadonlySet<string> = new Set(['install', 'rigging', 'transport']);

/**
 * Backward from the event over working days of eight hours. What is done at the venue, and what waits for it, must be
 * finished the evening before the event; everything else the evening before installing starts. Tasks in a cycle have no
 * place.
 */
export const scheduleOf = (records: Records): Schedule => {
  const project = projectOf(records);
  const end = project.eventDate ?? project.installStart;
  if (!end) return nothing;
  const tasks = liveOf(records.task).filter(
    ({ status, granularity }) => status !== 'cancelled' && granularity !== 'atomic',
  );
  const calendar = workCalendar(project);
  const before = (date: string): Moment => ({ day: calendar.before(dayNumber(date)), minute: minutesPerDay });
  const eventEve = before(end);
  const installEve = project.installStart ? before(project.installStart) : eventEve;
  const { order, dependants } = backwards(tasks);
  const onSite = new Set<string>();
  // Prerequisites come last in this order, so what waits for venue work is seen after that work: look from the front.
  for (const task of [...order].reverse())
    if (atVenue.has(task.trade) || task.dependsOn.some((id) => onSite.has(id))) onSite.add(task.id);

  const spans = new Map<string, Span>();
  for (const task of order) {
    let finish = onSite.has(task.id) ? eventEve : installEve;
    for (const dependant of dependants.get(task.id) ?? []) {
      const span = spans.get(dependant);
      if (span && isEarlier(span.start, finish)) finish = span.start;
    }
    spans.set(task.id, { start: minus(finish, task.estimateMin, calendar), finish });
  }
  const criticalPath = longest(order, spans, dependants);
  const critical = new Set(criticalPath);
  const byTask = new Map<string, ScheduledTask>();
  let latestStart: string | null = null;
  for (const [taskId, { start, finish }] of spans) {
    // What must be finished by the start of a day is finished the evening before.
    const finishDay = finish.minute === 0 ? calendar.before(finish.day) : finish.day;
    const startDay = dayText(start === finish ? finishDay : start.day);
    byTask.set(taskId, {
      taskId,
      latestStart: startDay,
      latestFinish: dayText(finishDay),
      isCritical: critical.has(taskId),
    });
    if (latestStart === null || startDay < latestStart) latestStart = startDay;
  }
  return { byTask, criticalPath, latestStart };
};

type Moment = { readonly day: number; readonly minute: number };
type Span = { readonly start: Moment; readonly finish: Moment };

const isEarlier = (a: Moment, b: Moment): boolean => a.day < b.day || (a.day === b.day && a.minute < b.minute);

const minus = (from: Moment, minutes: number, calendar: WorkCalendar): Moment => {
  if (minutes === 0) return from;
  const { day, minute } = from;
  let [at, left, rest] = [day, minute, minutes];
  while (rest > left) {
    rest -= left;
    at = calendar.before(at);
    left = minutesPerDay;
  }
  return { day: at, minute: left - rest };
};

/** Dependants before what they depend on; tasks in a cycle are left out. */
const backwards = (tasks: readonly Task[]) => {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const dependants = new Map<string, string[]>();
  const waiting = new Map<string, number>();
  for (const task of tasks) {
    waiting.set(task.id, 0);
    for (const id of task.dependsOn) if (byId.has(id)) push(dependants, id, task.id);
  }
  for (const [id, list] of dependants) waiting.set(id, list.length);
  const order: Task[] = [];
  const ready = tasks.filter(({ id }) => waiting.get(id) === 0);
  for (let task = ready.pop(); task; task = ready.pop()) {
    order.push(task);
    for (const id of task.dependsOn) {
      const left = (waiting.get(id) ?? 0) - 1;
      waiting.set(id, left);
      const before = byId.get(id);
      if (left === 0 && before) ready.push(before);
    }
  }
  return { order, dependants };
};

const push = (map: Map<string, string[]>, key: string, value: string): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

const longest = (
  order: readonly Task[],
  spans: ReadonlyMap<string, Span>,
  dependants: ReadonlyMap<string, string[]>,
): string[] => {
  let first: string | undefined;
  for (const { id, status } of order) {
    const [span, best] = [spans.get(id), first === undefined ? undefined : spans.get(first)];
    if (!span || status === 'done') continue;
    if (!best || isEarlier(span.start, best.start) || (!isEarlier(best.start, span.start) && id < (first ?? '')))
      first = id;
  }
  const path: string[] = [];
  for (let at = first; at !== undefined; ) {
    path.push(at);
    const finish = spans.get(at)?.finish;
    const next: string[] = (dependants.get(at) ?? []).filter((id) => {
      const start = spans.get(id)?.start;
      return start && finish && start.day === finish.day && start.minute === finish.minute;
    });
    at = next.sort()[0];
  }
  return path;
};
