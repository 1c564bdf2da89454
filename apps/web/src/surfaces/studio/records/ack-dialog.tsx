import type { Issue } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Shown } from '../shown-text.tsx';

type Props = { readonly issues: readonly Issue[]; readonly onConfirm: () => void; readonly onClose: () => void };

/** What a person has to know before it is done. */
export const AckDialog = ({ issues, onConfirm, onClose }: Props) => {
  const { t } = useTranslation('studio');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('records.ack.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('records.ack.cancel')}</Button>
          <Button tone="primary" onClick={onConfirm}>
            {t('records.ack.do')}
          </Button>
        </>
      }
    >
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {issues.map(({ code, message, opId }) => (
          <li key={`${code}${opId ?? ''}`}>
            <Shown text={message} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
