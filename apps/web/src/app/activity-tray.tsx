import { Activity } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { storeCheckProgress } from '../client/store-check-progress.ts';
import { useProjection } from '../client/use-projection.ts';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { popoverClass } from '../ui/popover-class.ts';
import { Progress } from '../ui/progress.tsx';
import { toasts } from '../ui/toast-store.ts';

/** Long work of the whole installation, in reach from every page. */
export const ActivityTray = () => {
  const { t } = useTranslation('shell');
  const { install, commands } = useAtelier();
  const check = storeCheckProgress(useProjection(install));
  const refusalText = useRefusalText();
  const count = check === undefined ? 0 : 1;
  const cancel = (checkId: string) => {
    commands
      .StoreCheckCancel({ checkId })
      .then((reply) => {
        if (!reply.ok) toasts.show({ tone: 'danger', title: refusalText(reply.error) });
      })
      .catch(console.error);
  };
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton
          tooltip={false}
          label={count === 0 ? t('activity.label') : `${t('activity.label')}: ${t('activity.running', { count })}`}
          className="relative"
          icon={
            <>
              <Activity size={16} />
              {count > 0 && <span className="absolute end-1 top-1 size-2 animate-pulse-soft rounded-full bg-accent" />}
            </>
          }
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('activity.label')}
          className={`${popoverClass} w-80`}
        >
          {check === undefined ? (
            <EmptyState icon={<Activity size={18} />} title={t('activity.none')}>
              {t('activity.noneDetail')}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-2 p-3">
              <div className="flex items-center justify-between gap-3">
                <p className="font-medium">{t('activity.storeCheck')}</p>
                <Button size="sm" tone="quiet" onClick={() => cancel(check.id)}>
                  {t('cancel')}
                </Button>
              </div>
              <Progress label={t('activity.storeCheck')} {...check.amount} />
              <p className="flex justify-between gap-3 text-faint text-xs">
                <bdi className="min-w-0 truncate font-mono">{check.detail ?? ''}</bdi>
                {check.amount.total !== undefined && (
                  <span className="tabular-nums">{t('activity.share', check.amount)}</span>
                )}
              </p>
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};
