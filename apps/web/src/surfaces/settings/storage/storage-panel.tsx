import type { StorageFacts } from '@atelier/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { formatBytes, formatMoment } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { QuotaForm } from './quota-form.tsx';
import { shareOfQuota, storageParts } from './storage-parts.ts';

/** What the installation takes on this disk and what it may take. Measured when somebody looks, never on a timer. */
export const StoragePanel = () => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands, install } = useAtelier();
  const refusalText = useRefusalText();
  const projected = useProjection(install);
  const storage = projected.phase === 'ready' ? projected.view.storage : undefined;
  const measured = useQuery({
    // A new quota or a sweep says that what we know may be old.
    queryKey: ['StorageGet', storage?.quotaBytes, storage?.lastCollection?.at],
    queryFn: () => commands.StorageGet({}),
    placeholderData: keepPreviousData,
  });
  const reply = measured.data;
  const again = () => {
    measured.refetch().catch(console.error);
  };
  return (
    <Panel
      title={t('storage.title')}
      description={t('storage.detail')}
      action={
        <Button size="sm" icon={<RefreshCw size={13} />} busy={measured.isFetching} onClick={again}>
          {t('storage.again')}
        </Button>
      }
    >
      {reply === undefined && <SkeletonLines lines={4} />}
      {reply?.ok === false && <Banner tone="danger" title={refusalText(reply.error)} />}
      {reply?.ok === true && <Usage facts={reply.value} />}
    </Panel>
  );
};

const Usage = ({ facts }: { readonly facts: StorageFacts }) => {
  const { t, i18n } = useTranslation('settings');
  const bytes = (count: number) => formatBytes(count, i18n.language);
  const share = shareOfQuota(facts);
  const { quotaBytes, freeBytes, lastCollection } = facts;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium tabular-nums">
            {quotaBytes === null
              ? t('storage.used', { used: bytes(facts.usedBytes) })
              : t('storage.usedOf', { used: bytes(facts.usedBytes), quota: bytes(quotaBytes) })}
          </span>
          {freeBytes !== null && (
            <span className="text-muted text-sm tabular-nums">{t('storage.free', { free: bytes(freeBytes) })}</span>
          )}
        </p>
        {share !== undefined && <Progress label={t('storage.title')} done={share} total={100} />}
      </div>
      <dl className="grid grid-cols-2 gap-3 @lg:grid-cols-4">
        {storageParts(facts).map(({ id, bytes: taken }) => (
          <div key={id} className="rounded-md border border-line bg-sunken px-3 py-2">
            <dt className="text-faint text-xs">{t(`storage.kinds.${id}`)}</dt>
            <dd className="tabular-nums">{bytes(taken)}</dd>
          </div>
        ))}
      </dl>
      {facts.trouble !== null && (
        <Banner tone="draft" title={t('storage.troubleTitle')}>
          {t(`storage.trouble.${facts.trouble}`)}
        </Banner>
      )}
      <p className="text-muted text-sm">
        {lastCollection === null
          ? t('storage.neverCollected')
          : t('storage.collected', {
              bytes: bytes(lastCollection.bytes),
              at: formatMoment(lastCollection.at, i18n.language),
            })}
      </p>
      <QuotaForm quotaBytes={quotaBytes} />
    </div>
  );
};
