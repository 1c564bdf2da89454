import type { Between, TreePoint } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { useBench } from '../bench/bench-context.ts';
import { ChatLink } from '../bench/chat-link.tsx';
import { ReviewRoom } from './review-room.tsx';
import { pointOf } from './tree-points.ts';
import { useReview } from './use-review.ts';

/** The files of two points of the history, compared as Review compares a Draft. */
const ComparePage = () => {
  const { t } = useTranslation('workshop');
  const { workbenchId, view } = useBench();
  const search = useSearch({ strict: false }) as { readonly from?: string; readonly to?: string };
  const between = useMemo(
    (): Between => ({ from: pointOf(search.from), to: pointOf(search.to) }),
    [search.from, search.to],
  );
  const review = useReview(workbenchId, between, view.draft?.revisionId ?? null);
  const name = usePointName();
  const labels = { before: name(between.from), after: name(between.to) };
  return (
    <section aria-label={t('review.compareTitle')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2">
        <ChatLink />
        <div className="min-w-0">
          <h2 tabIndex={-1} className="font-semibold outline-none">
            {t('review.compareTitle')}
          </h2>
          <p className="text-muted text-sm">{t('review.comparePoints', { from: labels.before, to: labels.after })}</p>
        </div>
      </header>
      <ReviewRoom review={review} labels={labels} />
    </section>
  );
};

/** What a point of the history is called: when it was, and what it was. */
const usePointName = (): ((point: TreePoint) => string) => {
  const { t, i18n } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId, view } = useBench();
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'CheckpointsList'],
    queryFn: () => commands.CheckpointsList({ workbenchId }),
  });
  return (point) => {
    switch (point.at) {
      case 'published':
        return t('point.published');
      case 'draft':
        return t('pane.draft');
      case 'reference':
        return t('pane.reference');
      case 'folder':
        return t('point.folder');
      case 'checkpoint': {
        const found = data?.ok ? data.value.checkpoints.find((each) => each.checkpointId === point.checkpointId) : null;
        return t('point.checkpoint', { when: found ? formatMoment(found.at, i18n.language) : '' });
      }
      case 'message': {
        const found = view.items.find(({ id }) => id === point.messageId);
        return found !== undefined && 'at' in found
          ? t('point.messageAt', { when: formatMoment(found.at, i18n.language) })
          : t('point.message');
      }
    }
  };
};

export default ComparePage;
