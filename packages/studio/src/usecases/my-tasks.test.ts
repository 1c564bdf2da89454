import { expect, test } from 'vitest';
import { entityHash } from '../core/patch/hash.ts';
import { local, studioWorld } from '../testing/studio-world.ts';
import { myTasks } from './my-tasks.ts';

test('[ST-91] my tasks come from all projects, by the day they are due', async () => {
  const world = studioWorld();
  const { projectId, practiceId } = await world.demo();
  const assign = async (project: string, title: string, dueDate: string | null, to = 'local') => {
    const { records } = await world.state(project);
    const task = [...records.task.values()].find((each) => each.title.en === title);
    if (!task) throw new Error(title);
    const changes = { assigneeId: to, ...(dueDate === null ? {} : { dueDate }) };
    const done = await world.done(project, {
      type: 'manualEdit',
      ops: [{ op: 'set', opId: 'o1', entity: 'task', id: task.id, changes }],
      ifMatch: { [task.id]: entityHash(world.ports.sha256, 'task', task) },
    });
    expect(done.outcome, JSON.stringify(done.blockers)).toBe('done');
  };
  await assign(projectId, 'Build wall', '2026-06-01');
  await assign(practiceId, 'Paint', '2026-05-20');
  await assign(projectId, 'Stage install', '2026-05-25');
  await assign(practiceId, 'Build counter', '2026-05-01', 'noa');
  const mine = await myTasks(world.ports, local);
  expect(mine.map(({ projectId: project, task, latestFinish }) => [project, task.title.en, latestFinish])).toEqual([
    [practiceId, 'Paint', '2026-05-20'],
    [projectId, 'Stage install', '2026-05-25'],
    [projectId, 'Build wall', '2026-06-01'],
  ]);
  // Somebody else sees their own, and only of projects they are in.
  expect(await myTasks(world.ports, { userId: 'noa', isAdmin: false })).toEqual([]);
  expect((await myTasks(world.ports, { userId: 'noa', isAdmin: true })).map(({ task }) => task.title.en)).toEqual([
    'Build counter',
  ]);
});
