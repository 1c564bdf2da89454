import { Autonomy, RiskPolicy, type RunView, type SessionView } from '@atelier/contracts';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useSend } from '../parts/send.ts';

type Props = { readonly session: SessionView; readonly run: RunView };

/** How free the agent is. A change waits beside the log until the agent's next step. */
export const PreferencesDialog = ({ session, run }: Props) => {
  const { t } = useTranslation(['workrail', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const [open, setOpen] = useState(false);
  const [wish, setWish] = useState(run.preferences);
  const [busy, setBusy] = useState(false);
  const waiting = Object.assign({}, ...session.queued.map(({ change }) => change)) as Partial<typeof wish>;
  const healthy = session.health.kind === 'healthy';

  const queue = () => {
    setBusy(true);
    const now = { ...run.preferences, ...waiting };
    const change = {
      ...(wish.autonomy === now.autonomy ? {} : { autonomy: wish.autonomy }),
      ...(wish.riskPolicy === now.riskPolicy ? {} : { riskPolicy: wish.riskPolicy }),
    };
    if (Object.keys(change).length === 0) {
      setBusy(false);
      return setOpen(false);
    }
    send(commands.SessionPreferencesQueue({ sessionId: session.sessionId, change }))
      .then((done) => {
        if (done === undefined) return;
        toasts.show({ title: t('preferences.queued'), detail: t('preferences.queuedDetail') });
        setOpen(false);
      })
      .catch(console.error)
      .finally(() => setBusy(false));
  };

  return (
    <>
      <Button
        disabled={!healthy}
        icon={<SlidersHorizontal size={14} />}
        onClick={() => {
          setWish({ ...run.preferences, ...waiting });
          setOpen(true);
        }}
      >
        {t(`autonomy.${run.preferences.autonomy}.label`)}
        {session.queued.length > 0 && <Badge tone="draft">{t('preferences.waiting')}</Badge>}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('preferences.title')}
        description={t('preferences.detail')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('shell:cancel')}</Button>
            <Button tone="primary" busy={busy} onClick={queue}>
              {t('preferences.apply')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4 pb-2">
          <Field label={t('preferences.autonomy')} hint={t(`autonomy.${wish.autonomy}.meaning`)}>
            {({ id }) => (
              <Select
                id={id}
                label={t('preferences.autonomy')}
                value={wish.autonomy}
                onChange={(autonomy) => setWish({ ...wish, autonomy })}
                options={Autonomy.options.map((value) => ({ value, label: t(`autonomy.${value}.label`) }))}
              />
            )}
          </Field>
          <Field label={t('preferences.risk')} hint={t(`risk.${wish.riskPolicy}.meaning`)}>
            {({ id }) => (
              <Select
                id={id}
                label={t('preferences.risk')}
                value={wish.riskPolicy}
                onChange={(riskPolicy) => setWish({ ...wish, riskPolicy })}
                options={RiskPolicy.options.map((value) => ({ value, label: t(`risk.${value}.label`) }))}
              />
            )}
          </Field>
        </div>
      </Dialog>
    </>
  );
};
