import type { Between } from '@atelier/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useAskedAgain } from '../bench/use-asked-again.ts';

export type Review = ReturnType<typeof useReview>;

/** The changed files between two states, kept current: another tab may drop or tick something. */
export const useReview = (workbenchId: string, between: Between | undefined, revisionId: string | null) => {
  const { commands } = useAtelier();
  // Another Draft is another question: what was answered without one must not stand for it.
  const queryKey = ['workshop', workbenchId, 'ReviewGetChanges', between ?? null, revisionId];
  const { data } = useQuery({
    queryKey,
    queryFn: () => commands.ReviewGetChanges({ workbenchId, ...(between === undefined ? {} : { between }) }),
    placeholderData: keepPreviousData,
    // What was answered a moment ago may be about a Draft that has gone and come back since.
    staleTime: 0,
  });
  useAskedAgain(workbenchId, queryKey);
  return {
    between,
    changes: data?.ok ? data.value : undefined,
    refusal: data?.ok === false ? data.error : undefined,
  };
};
