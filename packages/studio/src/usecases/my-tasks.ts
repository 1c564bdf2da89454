import { type MyTask, projectStream } from '@atelier/contracts/studio';
import { projectOf } from '../core/fold/records.ts';
import { assignedTasks } from '../core/schedule/my-tasks.ts';
import type { StudioPorts } from '../ports/index.ts';
import { roleIn, type StudioCaller } from './turn-caller.ts';
import { workspaceNow } from './workspace-now.ts';

/** The open tasks of one person over all projects they are in, the most urgent first. */
export const myTasks = async (ports: StudioPorts, caller: StudioCaller): Promise<readonly MyTask[]> => {
  const tasks: MyTask[] = [];
  for (const { projectId, isArchived, isTemplate } of (await workspaceNow(ports)).projects.values()) {
    if (isArchived || isTemplate) continue;
    const now = await ports.projects.at(projectStream(projectId));
    if (!now.ok || now.value.state.records.project.size === 0) continue;
    const { state } = now.value;
    const { records } = state;
    const project = projectOf(records);
    if (!roleIn(state, caller) || !project.features.studioTabV1) continue;
    for (const { task, due } of assignedTasks(records, caller.userId))
      tasks.push({
        projectId,
        projectTitle: project.title,
        task,
        elements: task.elementIds.flatMap((id) => records.element.get(id)?.name ?? []),
        latestFinish: due,
      });
  }
  return tasks.sort((a, b) => {
    const [one, other] = [a.latestFinish ?? '9999', b.latestFinish ?? '9999'];
    return one < other ? -1 : one > other ? 1 : a.task.id < b.task.id ? -1 : 1;
  });
};
