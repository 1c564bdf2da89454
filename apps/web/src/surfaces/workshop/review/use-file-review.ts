import type { Between, ErrorEnvelope, FileReview, ReviewRow } from '@atelier/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useBench } from '../bench/bench-context.ts';
import { joinedPages } from './joined-pages.ts';

const pageSize = 200;

type Known = {
  readonly review: FileReview | undefined;
  readonly refused: ErrorEnvelope | undefined;
  readonly more: () => void;
};

/** What changed in a file, a page of changes at a time, however many there are. */
export const useFileReview = (row: ReviewRow, between: Between | undefined, find: string): Known => {
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const { path, versionBefore, versionAfter } = row;
  const [wanted, setWanted] = useState(1);
  const { data, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['workshop', workbenchId, 'ReviewOpen', path, versionBefore, versionAfter, between ?? null, find],
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset }) => {
      const options = { offset, limit: pageSize, ...(find === '' ? {} : { find }) };
      const points = between === undefined ? {} : { between };
      const reply = await commands.ReviewOpen({ workbenchId, path, ...points, options });
      return reply.ok ? reply.value.answer : reply;
    },
    getNextPageParam: (last) => (last.ok ? last.value.next : null),
    placeholderData: keepPreviousData,
  });
  const pages = data?.pages;
  const failed = pages?.find((page) => !page.ok);
  const isComplete = pages !== undefined && (pages.length >= wanted || !hasNextPage || failed !== undefined);
  // After a change was dropped, as many pages are there again as before, and until then the list stays as it is.
  useEffect(() => {
    if (pages !== undefined && !isComplete && !isFetching) void fetchNextPage().catch(console.error);
  }, [pages, isComplete, isFetching, fetchNextPage]);
  const joined = useMemo(() => joinedPages((pages ?? []).flatMap((page) => (page.ok ? [page.value] : []))), [pages]);
  const [whole, setWhole] = useState(joined);
  if (isComplete && whole !== joined) setWhole(joined);
  return {
    review: isComplete ? joined : (whole ?? joined),
    refused: failed?.ok === false ? failed.error : undefined,
    more: () => setWanted(Math.max(wanted, pages?.length ?? 1) + 1),
  };
};
