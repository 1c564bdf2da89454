import { daysToBringBack } from '@atelier/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toastWithUndo } from '../../../ui/toast-store.ts';

type Props = {
  readonly card: { readonly workbenchId: string; readonly name: string; readonly hasDraft: boolean };
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
};

export const DeleteDialog = ({ card: { workbenchId, name, hasDraft }, onClose, onDeleted }: Props) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const done = await send(commands.WorkbenchDelete({ workbenchId }));
    setBusy(false);
    if (done === undefined) return;
    const undo = () => void send(commands.WorkbenchUndoDelete({ workbenchId }));
    toastWithUndo(t('delete.done', { name }), { label: t('review.undo'), run: undo });
    onClose();
    onDeleted?.();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<bdi>{t('delete.title', { name })}</bdi>}
      description={t('delete.detail', { days: daysToBringBack })}
      width="sm"
      focus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button tone="dangerSolid" busy={busy} disabled={hasDraft} onClick={() => void remove()}>
            {t('delete.do')}
          </Button>
        </>
      }
    >
      {hasDraft && (
        <div className="pb-3">
          <Banner tone="draft" title={t('delete.draft')} />
        </div>
      )}
    </Dialog>
  );
};
