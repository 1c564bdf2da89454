import { projectStream } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';
import { useProjection } from '../../../client/use-projection.ts';
import type { ProjectStore } from '../project-store.ts';

/** The quote as it would be issued now, asked again whenever the project moves; `isNow` once all that was done is in it. */
export const useWorkingQuote = (project: ProjectStore) => {
  const { commands } = useAtelier();
  const { projectId } = project;
  const state = useProjection(project.state);
  const queryKey = ['studio', 'StudioQuoteGet', projectId];
  const query = useQuery({ queryKey, queryFn: () => commands.StudioQuoteGet({ projectId }) });
  const seq = state.phase === 'ready' ? state.seq : undefined;
  useFollowedQuery(queryKey, [{ stream: projectStream(projectId), from: seq }]);
  const { items } = useProjection(project.queue);
  const answered = useProjection(project.answered);
  if (query.data?.ok !== true) return { working: undefined, isNow: false };
  const { working, seq: read } = query.data.value;
  return { working, isNow: items.length === 0 && seq !== undefined && read >= Math.max(seq, answered) };
};
