import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';

export const DiscardDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { view, acts, workbenchId } = useBench();
  const navigate = useNavigate();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const { draft } = view;
  if (draft === null) return null;
  const count = draft.changes.added + draft.changes.modified + draft.changes.deleted;
  const go = async () => {
    setBusy(true);
    const done = await acts.discard();
    setBusy(false);
    if (done === undefined) return;
    const undo = () => void acts.undoDiscard(done.draftId);
    toasts.show({ title: t('review.discarded'), action: { label: t('review.undoDiscard'), run: undo } });
    onClose();
    navigate({ to: '/workshop/$workbenchId', params: { workbenchId } as never }).catch(console.error);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('review.discardTitle')}
      description={t('review.discardDetail', { count })}
      width="sm"
      focus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button tone="dangerSolid" busy={busy} onClick={() => void go()}>
            {t('review.discard')}
          </Button>
        </>
      }
    />
  );
};
