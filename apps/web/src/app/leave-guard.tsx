import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { unsaved } from '../client/unsaved.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks once, for every editor there is, before changes are left behind. */
export const LeaveGuard = () => {
  const { t } = useTranslation('shell');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved.get().size > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved.get().size > 0,
    withResolver: true,
  });
  return (
    <Dialog
      open={status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) reset?.();
      }}
      title={t('leave.title')}
      description={t('leave.detail')}
      width="sm"
      footer={
        <>
          <Button onClick={() => proceed?.()}>{t('leave.go')}</Button>
          <Button tone="primary" onClick={() => reset?.()}>
            {t('leave.stay')}
          </Button>
        </>
      }
    />
  );
};
