import { projectStream, type StudioMetrics } from '@atelier/contracts/studio';
import { type ProjectEvent, readProjectEvent } from '../core/events/project-event.ts';
import { createMetrics } from '../core/metrics/metrics.ts';
import type { StudioPorts } from '../ports/index.ts';
import { workspaceNow } from './workspace-now.ts';

const pageSize = 500;

/** Every event of every project, once. A person asks for it, so nothing is kept along. */
export const eachProjectEvent = async (
  ports: Pick<StudioPorts, 'log' | 'workspaces'>,
  visit: (projectId: string, event: ProjectEvent) => void,
): Promise<void> => {
  for (const projectId of (await workspaceNow(ports)).projects.keys()) {
    for (let from = 0; ; ) {
      const page = await ports.log.read(projectStream(projectId), { from, limit: pageSize });
      // One damaged stream does not hide the others; doctor names it.
      if (!page.ok || page.value.events.length === 0) break;
      for (const recorded of page.value.events) {
        const event = readProjectEvent(recorded);
        if (event) visit(projectId, event);
      }
      from += page.value.events.length;
    }
  }
};

/** How it all goes, over all projects, from the log alone. */
export const readMetrics = async (ports: StudioPorts): Promise<StudioMetrics> => {
  const metrics = createMetrics(ports.now());
  await eachProjectEvent(ports, metrics.visit);
  const { projects } = await workspaceNow(ports);
  const result = metrics.result();
  const named = result.routerWeek.projects.map((each) => ({
    ...each,
    title: projects.get(each.projectId)?.title ?? null,
  }));
  return { ...result, routerWeek: { ...result.routerWeek, projects: named } };
};
