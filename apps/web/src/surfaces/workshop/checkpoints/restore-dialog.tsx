import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';

type Props = { readonly checkpointId: string; readonly at: string; readonly onClose: () => void };

/** One question before files, chat and context go back; a checkpoint of now makes it undoable. */
export const RestoreDialog = ({ checkpointId, at, onClose }: Props) => {
  const { t, i18n } = useTranslation(['workshop', 'shell']);
  const { acts, workbenchId } = useBench();
  const navigate = useNavigate();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const done = await acts.restore(checkpointId);
    setBusy(false);
    if (done === undefined) return;
    const undo = () => void acts.restore(done.preRestoreId);
    toasts.show({
      tone: 'published',
      title: t('checkpoints.restored'),
      action: { label: t('review.undo'), run: undo },
    });
    onClose();
    navigate({ to: '/workshop/$workbenchId', params: { workbenchId } as never }).catch(console.error);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('checkpoints.restoreTitle')}
      description={t('checkpoints.restoreDetail', { when: formatMoment(at, i18n.language) })}
      width="sm"
      focus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button tone="primary" busy={busy} onClick={() => void go()}>
            {t('checkpoints.doRestore')}
          </Button>
        </>
      }
    />
  );
};
