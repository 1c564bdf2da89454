import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type Wanted = {
  readonly isChanged: boolean;
  readonly onClose: () => void;
  /** Whether it was saved; what stands in the way is said by whoever saves. */
  readonly save: () => Promise<boolean>;
};

/** Before what was typed in a sheet is thrown away, the person is asked. */
export const useLeaveUnsaved = (wanted: Wanted) => {
  const { t } = useTranslation('studio');
  const [isLeaving, setLeaving] = useState(false);
  const [asks, setAsks] = useState(false);
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    if (!isLeaving) return;
    setLeaving(false);
    if (latest.current.isChanged) setAsks(true);
    else latest.current.onClose();
  }, [isLeaving]);
  const close = () => {
    // A field that takes its value when it is left takes it now; what it makes of it is drawn before the question.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setLeaving(true);
  };
  const saveAndClose = async () => {
    setAsks(false);
    if (await latest.current.save()) latest.current.onClose();
  };
  const question = (
    <Dialog
      open={asks}
      onOpenChange={setAsks}
      width="sm"
      title={t('records.leave.title')}
      description={t('records.leave.detail')}
      footer={
        <>
          <Button
            onClick={() => {
              setAsks(false);
              wanted.onClose();
            }}
          >
            {t('records.leave.go')}
          </Button>
          <Button onClick={() => setAsks(false)}>{t('records.leave.stay')}</Button>
          <Button tone="primary" onClick={() => void saveAndClose()}>
            {t('records.leave.save')}
          </Button>
        </>
      }
    />
  );
  return { close, question };
};
