import { workbenchesStream } from '@atelier/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';

const queryKey = ['workshop', 'WorkbenchList'];

/** Tiles of Home, kept current while Workbenches change anywhere. */
export const useBenches = (query: string, limit: number) => {
  const { commands } = useAtelier();
  const list = useQuery({
    queryKey: [...queryKey, query, limit],
    queryFn: () => commands.WorkbenchList({ ...(query === '' ? {} : { query }), limit }),
    placeholderData: keepPreviousData,
  });
  useFollowedQuery(queryKey, [{ stream: workbenchesStream, from: 0, delta: ({ kind }) => kind === 'moved' }]);
  return {
    list: list.data?.ok ? list.data.value : undefined,
    refusal: list.data?.ok === false ? list.data.error : undefined,
    reload: () => void list.refetch(),
  };
};
