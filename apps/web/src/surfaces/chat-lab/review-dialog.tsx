import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { ReviewChanges } from '../../files/review-changes.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

type Props = { readonly path: string; readonly version: string; readonly onClose: () => void };

export const ReviewDialog = ({ path, version, onClose }: Props) => {
  const { t } = useTranslation('chatLab');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<FileName name={path} />}
      description={t('files.reviewDetail')}
      width="lg"
    >
      <div className="pb-4">
        <Review path={path} version={version} />
      </div>
    </Dialog>
  );
};

const Review = ({ path, version }: { readonly path: string; readonly version: string }) => {
  const { t } = useTranslation('chatLab');
  const { commands } = useAtelier();
  const { data } = useQuery({
    queryKey: ['ChatLabFileReview', path, version],
    queryFn: () => commands.ChatLabFileReview({ path }),
  });
  if (data === undefined) return <SkeletonLines lines={6} />;
  if (!data.ok) return <Banner tone="danger" title={data.error.message} />;
  const { answer } = data.value;
  if (!answer.ok) return <Banner tone="danger" title={answer.error.message} />;
  if (answer.value.change === 'unchanged') return <EmptyState title={t('files.unchanged')} />;
  return <ReviewChanges review={answer.value} />;
};
