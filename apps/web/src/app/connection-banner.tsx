import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { useProjection } from '../client/use-projection.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** Shown when the wait is long enough to notice, or when the server behind this page is a newer one. */
export const ConnectionBanner = () => {
  const { t } = useTranslation('shell');
  const { connection } = useAtelier();
  const state = useProjection(connection.state);
  const firstVersion = useRef<string>(undefined);
  if (state.kind === 'live') firstVersion.current ??= state.version;

  if (state.kind === 'waiting' && state.attempt > 1) {
    return (
      <div className="px-3 pt-3">
        <Banner
          tone="draft"
          title={t('connection.waiting')}
          action={
            <Button size="sm" onClick={connection.retryNow}>
              {t('connection.retry')}
            </Button>
          }
        >
          {t('connection.waitingDetail')}
        </Banner>
      </div>
    );
  }
  if (state.kind === 'live' && state.version !== firstVersion.current) {
    return (
      <div className="px-3 pt-3">
        <Banner
          tone="accent"
          title={t('connection.updated')}
          action={
            <Button size="sm" onClick={() => location.reload()}>
              {t('reload')}
            </Button>
          }
        >
          {t('connection.updatedDetail')}
        </Banner>
      </div>
    );
  }
  return null;
};
