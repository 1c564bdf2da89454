import type { ErrorEnvelope, Result, StoreCheck } from '@atelier/contracts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { storeCheckProgress } from '../../client/install-jobs.ts';
import { useProjection } from '../../client/use-projection.ts';
import { useRefusalText } from '../../i18n/use-refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Progress } from '../../ui/progress.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { StoreCheckOutcome } from './store-check-outcome.tsx';

export const StoreCheckPanel = () => {
  const { t } = useTranslation('settings');
  const { commands, install } = useAtelier();
  const projected = useProjection(install);
  const refusalText = useRefusalText();
  const [asked, setAsked] = useState(false);
  const check: StoreCheck | null = projected.phase === 'ready' ? projected.view.storeCheck : null;
  const progress = storeCheckProgress(projected);

  const send = (command: Promise<Result<unknown, ErrorEnvelope>>, refusedTitle: string) => {
    setAsked(true);
    command
      .then((reply) => {
        if (!reply.ok) toasts.show({ tone: 'danger', title: refusedTitle, detail: refusalText(reply.error) });
      })
      .catch(console.error)
      .finally(() => setAsked(false));
  };

  return (
    <Panel
      title={t('check.title')}
      description={t('check.detail')}
      action={
        progress === undefined ? (
          <Button
            tone="primary"
            icon={<ShieldCheck size={15} />}
            busy={asked}
            onClick={() => send(commands.StoreCheckStart({}), t('check.refused'))}
          >
            {t(check === null ? 'check.start' : 'check.again')}
          </Button>
        ) : (
          <Button
            busy={asked}
            onClick={() => send(commands.StoreCheckCancel({ checkId: progress.id }), t('check.cancelRefused'))}
          >
            {t('check.cancel')}
          </Button>
        )
      }
    >
      {progress === undefined ? (
        <StoreCheckOutcome check={check} />
      ) : (
        <div className="flex flex-col gap-2">
          <Progress label={t('check.title')} {...progress.amount} />
          <p className="flex justify-between gap-4 text-muted text-sm">
            <span className="min-w-0 truncate">
              {progress.detail === undefined ? t('check.starting') : `${t('check.running')} `}
              {progress.detail !== undefined && <bdi className="font-mono">{progress.detail}</bdi>}
            </span>
            {progress.amount.total !== undefined && (
              <span className="tabular-nums">
                <bdi>
                  {progress.amount.done} / {progress.amount.total}
                </bdi>
              </span>
            )}
          </p>
        </div>
      )}
    </Panel>
  );
};
