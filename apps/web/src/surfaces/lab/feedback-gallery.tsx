import { FileStack } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { notices } from '../../ui/notices/tab-notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { Progress } from '../../ui/progress.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { toasts } from '../../ui/toast-store.ts';

export const FeedbackGallery = () => {
  const { t } = useTranslation('lab');
  const [dialogOpen, setDialogOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('A part of this page failed to draw.');
  return (
    <Panel title={t('feedback')} description={t('feedbackDetail')}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap gap-2">
          <Badge tone="draft" dot>
            {t('badgeDraft')}
          </Badge>
          <Badge tone="published" dot>
            {t('badgePublished')}
          </Badge>
          <Badge tone="accent" dot>
            {t('badgeInfo')}
          </Badge>
          <Badge tone="danger" dot>
            {t('badgeDanger')}
          </Badge>
        </div>
        <div className="flex flex-col gap-2">
          <Banner tone="draft" title={t('bannerDraft')}>
            {t('bannerDraftDetail')}
          </Banner>
          <Banner tone="published" title={t('bannerPublished')} />
          <Banner tone="danger" title={t('bannerDanger')}>
            {t('bannerDangerDetail')}
          </Banner>
        </div>
        <div className="grid items-center gap-6 @2xl:grid-cols-2">
          <div className="flex flex-col gap-4">
            <Progress label={t('progress')} done={64} total={100} />
            <Progress label={t('progressUnknown')} />
            <SkeletonLines lines={3} />
          </div>
          <EmptyState icon={<FileStack size={18} />} title={t('emptyTitle')}>
            {t('emptyDetail')}
          </EmptyState>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            onClick={() =>
              toasts.show({
                tone: 'published',
                title: t('toastTitle'),
                detail: t('toastDetail'),
                action: { label: t('toastUndo'), run: () => setDialogOpen(true) },
              })
            }
          >
            {t('toast')}
          </Button>
          <Button
            onClick={() =>
              notices.notify({
                id: 'gallery',
                surface: 'lab',
                title: t('noticeTitle'),
                detail: t('noticeDetail'),
                path: '/lab/components/layout',
                tone: 'draft',
              })
            }
          >
            {t('notice')}
          </Button>
          <Button onClick={() => setDialogOpen(true)}>{t('dialog')}</Button>
          <Button tone="danger" onClick={() => setBroken(true)} title={t('breakDetail')}>
            {t('break')}
          </Button>
        </div>
      </div>
      <Dialog
        open={dialogOpen}
        onOpenChange={setDialogOpen}
        title={t('dialogTitle')}
        description={t('dialogDetail')}
        width="sm"
        footer={
          <>
            <Button onClick={() => setDialogOpen(false)}>{t('keepDraft')}</Button>
            <Button tone="dangerSolid" onClick={() => setDialogOpen(false)}>
              {t('danger')}
            </Button>
          </>
        }
      />
    </Panel>
  );
};
