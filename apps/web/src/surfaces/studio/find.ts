import type { ProjectCard } from '@atelier/contracts/studio';
import { Clapperboard } from 'lucide-react';
import type { Atelier } from '../../client/atelier.ts';
import type { FoundItem } from '../surface.ts';
import { matchProjects } from './projects/match-projects.ts';

const ofEach = 5;

const projectItem = ({ projectId, title, clientName }: ProjectCard): FoundItem => ({
  id: `project.${projectId}`,
  title: title.he ?? title.en ?? projectId,
  detail: clientName,
  path: `/projects/${projectId}/studio`,
  kind: 'studio:found.projects',
  icon: Clapperboard,
});

const current = async ({ commands }: Atelier, query: string): Promise<readonly FoundItem[]> => {
  const reply = await commands.StudioWorkspaceGet({});
  return reply.ok ? matchProjects(reply.value.view.projects, 'current', query).slice(0, ofEach).map(projectItem) : [];
};

/** Projects by their title or client. */
export const findInStudio = (atelier: Atelier, query: string): Promise<readonly FoundItem[]> => current(atelier, query);

/** The next events. */
export const loadHome = async (atelier: Atelier) => ({ needsYou: [], recent: await current(atelier, '') });
