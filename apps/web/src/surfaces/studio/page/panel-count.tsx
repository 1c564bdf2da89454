import type { ProjectView } from '@atelier/contracts/studio';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';

/** How much waits in a panel; nothing where nothing does. */
const countOf = (panel: string, { session, flags }: ProjectView): number => {
  if (panel === 'draft') return session.draft?.ops.filter(({ include }) => include).length ?? 0;
  if (panel === 'questions') return session.questions.filter(({ required }) => required).length;
  return panel === 'graveyard' ? flags.length : 0;
};

export const PanelCount = ({ project, panel }: { readonly project: ProjectStore; readonly panel: string }) => {
  const count = countOf(panel, useProjectView(project));
  return count === 0 ? null : (
    <span className="rounded-full bg-sunken px-1.5 text-muted text-xs tabular-nums">{count}</span>
  );
};
