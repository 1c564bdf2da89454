import { studioStream } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { useAtelier } from '../../client/atelier-context.ts';
import { useFollowedQuery } from '../../client/use-followed-query.ts';

const queryKey = ['studio', 'StudioWorkspaceGet'];

/** What all projects share: the list of them, the company, policies, suppliers and clients. Kept current. */
export const useWorkspace = () => {
  const { commands } = useAtelier();
  const query = useQuery({ queryKey, queryFn: () => commands.StudioWorkspaceGet({}) });
  const answer = query.data?.ok ? query.data.value : undefined;
  useFollowedQuery(queryKey, [{ stream: studioStream, from: answer?.seq }]);
  return {
    workspace: answer?.view,
    refusal: query.data?.ok === false ? query.data.error : undefined,
    reload: () => void query.refetch(),
  };
};
