import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type Props = { readonly count: number; readonly onDiscard: () => void; readonly onClose: () => void };

export const DiscardDialog = ({ count, onDiscard, onClose }: Props) => {
  const { t } = useTranslation(['studio', 'shell']);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      focus={confirm}
      title={t('draft.discardTitle', { count })}
      description={t('draft.discardDetail')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button ref={confirm} tone="dangerSolid" onClick={onDiscard}>
            {t('draft.discard')}
          </Button>
        </>
      }
    />
  );
};
