import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';

/** The one place where a Draft becomes what is published. */
export const PublishDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { view, acts, workbenchId } = useBench();
  const navigate = useNavigate();
  const publish = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const { draft } = view;
  if (draft === null) return null;
  const count = draft.changes.added + draft.changes.modified + draft.changes.deleted;
  const isBlocked = draft.unconfirmedDeletions.length > 0;
  const go = async () => {
    setBusy(true);
    const done = await acts.said(acts.publishReply(draft.isIncomplete));
    setBusy(false);
    if (done === undefined) return;
    const undo = () => void acts.undoPublish(done.checkpointId);
    toasts.show({
      tone: 'published',
      title: t('review.published'),
      action: { label: t('review.undoPublish'), run: undo },
    });
    onClose();
    navigate({ to: '/workshop/$workbenchId', params: { workbenchId } as never }).catch(console.error);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('review.publishTitle')}
      description={t('review.publishDetail', { count })}
      width="sm"
      focus={publish}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button ref={publish} tone="primary" busy={busy} disabled={isBlocked} onClick={() => void go()}>
            {t('review.publish')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-2">
        {draft.isIncomplete && <Banner tone="draft" title={t('review.publishUnfinished')} />}
        {isBlocked && <Banner tone="draft" title={t('review.publishBlocked')} />}
      </div>
    </Dialog>
  );
};
