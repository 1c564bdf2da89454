import { isClean } from '@atelier/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { useProjection } from '../client/use-projection.ts';
import { toasts } from '../ui/toast-store.ts';

/** Says once how long work ended, but only what ended while this tab watched. */
export const useActivityToasts = (): void => {
  const { t } = useTranslation('shell');
  const projected = useProjection(useAtelier().install);
  const check = projected.phase === 'ready' ? projected.view.storeCheck : null;
  const watched = useRef<string>(undefined);
  useEffect(() => {
    if (check?.state === 'running') watched.current = check.id;
    if (check === null || check.state === 'running' || check.id !== watched.current) return;
    watched.current = undefined;
    if (check.state !== 'finished') toasts.show({ title: t('activity.storeCheckCancelled') });
    else if (isClean(check.report)) toasts.show({ tone: 'published', title: t('activity.storeCheckClean') });
    else toasts.show({ tone: 'danger', title: t('activity.storeCheckFound') });
  }, [check, t]);
};
