import type { Element, Task } from '../domain/entities.ts';
import { liveOf, type Records } from '../fold/records.ts';

/** The first cycle among live tasks, as the tasks on it in order; none when there is none. */
export const findCycle = (records: Records): readonly Task[] | undefined => {
  const state = new Map<string, 'open' | 'done'>();
  for (const task of liveOf(records.task)) {
    const cycle = walk(records, task, state);
    if (cycle) return cycle;
  }
  return undefined;
};

/** Iterative: a chain of ten thousand tasks must not end the call stack. */
const walk = (records: Records, from: Task, state: Map<string, 'open' | 'done'>): readonly Task[] | undefined => {
  const path: { readonly task: Task; next: number }[] = [];
  const enter = (task: Task): void => {
    state.set(task.id, 'open');
    path.push({ task, next: 0 });
  };
  if (!state.has(from.id)) enter(from);
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const id = top.task.dependsOn[top.next];
    top.next += 1;
    if (id === undefined) {
      state.set(top.task.id, 'done');
      path.pop();
      continue;
    }
    const task = records.task.get(id);
    if (!task || task.tombstone !== null) continue;
    if (state.get(id) === 'open')
      return [...path.slice(path.findIndex((each) => each.task.id === id)).map((each) => each.task), task];
    if (!state.has(id)) enter(task);
  }
  return undefined;
};

/** An element whose parents go round, or deeper than three. */
export const badParent = (records: Records): Element | undefined =>
  liveOf(records.element).find((element) => {
    let [depth, at] = [1, element];
    while (at.parentId !== undefined) {
      const parent = records.element.get(at.parentId);
      if (!parent) return false;
      [depth, at] = [depth + 1, parent];
      if (depth > 3) return true;
    }
    return false;
  });
