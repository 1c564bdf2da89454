import { useSearch } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useBench } from '../bench/bench-context.ts';
import { ChatLink } from '../bench/chat-link.tsx';
import { DraftHead } from './draft-head.tsx';
import { ReviewRoom } from './review-room.tsx';
import { useReview } from './use-review.ts';

/** The Draft, change by change, before it is published. Nothing here asks a model. */
const ReviewPage = () => {
  const { t } = useTranslation('workshop');
  const { view, workbenchId } = useBench();
  const { path } = useSearch({ strict: false }) as { readonly path?: string };
  const review = useReview(workbenchId, undefined, view.draft?.revisionId ?? null);
  if (view.draft === null) {
    return (
      <EmptyState icon={<SquarePen size={18} />} title={t('review.none')} action={<ChatLink />}>
        {t('review.noneDetail')}
      </EmptyState>
    );
  }
  return (
    <section aria-label={t('review.title')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <DraftHead review={review} />
      <ReviewRoom review={review} {...(path === undefined ? {} : { opensAt: path })} isDraft />
    </section>
  );
};

export default ReviewPage;
