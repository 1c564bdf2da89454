import type { RunView, SessionView } from '@atelier/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useIsHere } from '../../../ui/use-is-here.ts';
import { useSend } from '../parts/send.ts';

type Props = { readonly session: SessionView; readonly run: RunView };

/** What is true of the whole run and must not be overlooked: damage, and a file that is another one now. */
export const RunBanners = ({ session, run }: Props) => {
  const { t } = useTranslation('workrail');
  const [asking, setAsking] = useState(false);
  const { health } = session;
  if (health.kind === 'healthy' && run.drift.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 px-5 pb-3 @2xl:px-6">
      {health.kind !== 'healthy' && (
        <Banner
          tone="danger"
          title={t('salvage.title')}
          action={
            <Button size="sm" onClick={() => setAsking(true)}>
              {t('salvage.repair')}
            </Button>
          }
        >
          {t('salvage.detail', { count: health.validNext, reason: t(`salvage.reason.${health.reason}`) })}
        </Banner>
      )}
      {run.drift.map(({ code }) => (
        <Banner
          key={code}
          tone={code === 'PINNED_WORKFLOW_MISSING' ? 'danger' : 'draft'}
          title={t(`drift.${code}.title`)}
        >
          {t(`drift.${code}.detail`)}
        </Banner>
      ))}
      <RepairDialog sessionId={session.sessionId} open={asking} onOpenChange={setAsking} />
    </div>
  );
};

type RepairProps = {
  readonly sessionId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

export const RepairDialog = ({ sessionId, open, onOpenChange }: RepairProps) => {
  const { t } = useTranslation(['workrail', 'shell']);
  const { commands } = useAtelier();
  const client = useQueryClient();
  const send = useSend();
  const isHere = useIsHere();
  const [busy, setBusy] = useState(false);
  const repair = () => {
    setBusy(true);
    send(commands.SessionRepair({ sessionId, confirm: true }))
      .then((done) => {
        if (done === undefined) return;
        toasts.show({ tone: 'published', title: t('salvage.done'), detail: t('salvage.doneDetail') });
        if (isHere.current) onOpenChange(false);
        return client.invalidateQueries({ queryKey: ['rails', sessionId] });
      })
      .catch(console.error)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('salvage.confirmTitle')}
      description={t('salvage.confirmDetail')}
      width="sm"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('shell:cancel')}</Button>
          <Button tone="dangerSolid" busy={busy} onClick={repair}>
            {t('salvage.confirm')}
          </Button>
        </>
      }
    />
  );
};
