import { type Between, benchStreamOf } from '@atelier/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';

export type Review = ReturnType<typeof useReview>;

/** The changed files between two states, kept current: another tab may drop or tick something. */
export const useReview = (workbenchId: string, between: Between | undefined) => {
  const { commands } = useAtelier();
  const queryKey = ['workshop', workbenchId, 'ReviewGetChanges', between ?? null];
  const { data } = useQuery({
    queryKey,
    queryFn: () => commands.ReviewGetChanges({ workbenchId, ...(between === undefined ? {} : { between }) }),
    placeholderData: keepPreviousData,
  });
  useFollowedQuery(queryKey, [{ stream: benchStreamOf(workbenchId), from: data?.ok ? 0 : undefined }], 120);
  return {
    between,
    changes: data?.ok ? data.value : undefined,
    refusal: data?.ok === false ? data.error : undefined,
  };
};
