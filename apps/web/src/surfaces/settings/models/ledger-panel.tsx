import type { LedgerRow, ModelRow } from '@atelier/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatCount, formatMoment, formatMoney } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useNames } from '../../../models/names.ts';
import { ledgerKey, useSpendingMoves } from '../../../models/use-models.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Tone } from '../../../ui/tone.ts';

const pageSize = 50;

const toneByStatus: Record<LedgerRow['status'], Tone> = {
  sent: 'accent',
  ok: 'published',
  failed: 'danger',
  blocked: 'danger',
  canceled: 'neutral',
};

/** Every call that left the machine, newest first, a page at a time. */
export const LedgerPanel = ({ models }: { readonly models: readonly ModelRow[] }) => {
  const { t, i18n } = useTranslation('settings');
  const { commands } = useAtelier();
  useSpendingMoves();
  const { modelName, providerName } = useNames();
  const refusalText = useRefusalText();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ledgerKey,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      commands.EgressListEvents({ limit: pageSize, ...(pageParam === undefined ? {} : { before: pageParam }) }),
    getNextPageParam: (page) => (page.ok ? (page.value.next ?? undefined) : undefined),
  });
  const rows = (data?.pages ?? []).flatMap((page) => (page.ok ? page.value.entries : []));
  const refused = data?.pages.find((page) => !page.ok);
  return (
    <Panel title={t('privacy.ledger.title')} description={t('privacy.ledger.detail')} flush>
      {refused?.ok === false && (
        <div className="px-5 pb-5">
          <Banner tone="danger" title={refusalText(refused.error)} />
        </div>
      )}
      {data === undefined && (
        <div className="px-5 pb-5">
          <SkeletonLines lines={4} />
        </div>
      )}
      {data !== undefined && refused === undefined && rows.length === 0 && (
        <EmptyState icon={<ScrollText size={18} />} title={t('privacy.ledger.none')}>
          {t('privacy.ledger.noneDetail')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <Table
            label={t('privacy.ledger.title')}
            rows={rows}
            keyOf={({ callId }) => callId}
            columns={[
              {
                id: 'at',
                header: t('privacy.ledger.at'),
                cell: ({ at }) => <span className="@2xl:whitespace-nowrap">{formatMoment(at, i18n.language)}</span>,
              },
              {
                id: 'to',
                header: t('privacy.ledger.model'),
                cell: ({ modelId, providerId, kind, profile }) => (
                  <span className="flex flex-col @xl:whitespace-nowrap py-1.5">
                    <bdi className="self-start">
                      {modelId === '' ? providerName(providerId) : modelName(modelId, models)}
                    </bdi>
                    <span className="text-faint text-xs">
                      {modelId !== '' && `${providerName(providerId)} · `}
                      {t(`privacy.ledger.kinds.${kind}`)}
                    </span>
                    {profile !== undefined && <AskedHow profile={profile} />}
                  </span>
                ),
              },
              {
                id: 'size',
                header: t('privacy.ledger.size'),
                cell: ({ tokensIn, tokensOut, cost }) =>
                  tokensIn !== undefined && (
                    <span className="flex flex-col @xl:whitespace-nowrap tabular-nums">
                      {t('privacy.ledger.sizes', {
                        input: formatCount(tokensIn, i18n.language),
                        output: formatCount(tokensOut ?? 0, i18n.language),
                      })}
                      {cost !== undefined && (
                        <span className="text-faint text-xs">{formatMoney(cost, i18n.language)}</span>
                      )}
                    </span>
                  ),
              },
              {
                id: 'status',
                header: t('privacy.ledger.status'),
                cell: ({ status }) => (
                  <Badge tone={toneByStatus[status]} dot>
                    {t(`privacy.ledger.statuses.${status}`)}
                  </Badge>
                ),
              },
            ]}
          />
          <p className="flex justify-center border-line border-t px-5 py-2.5 text-faint text-sm">
            {hasNextPage ? (
              <Button size="sm" tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('privacy.ledger.more')}
              </Button>
            ) : (
              t('privacy.ledger.end')
            )}
          </p>
        </>
      )}
    </Panel>
  );
};

/** The request profile of a call: what a person who doubts an answer wants to know first. */
const AskedHow = ({ profile }: { readonly profile: NonNullable<LedgerRow['profile']> }) => {
  const { t } = useTranslation('settings');
  return (
    <details className="text-faint text-xs">
      <summary className="cursor-pointer rounded-sm hover:text-text">{t('privacy.ledger.how')}</summary>
      <dl dir="ltr" className="grid grid-cols-[auto_auto] justify-start gap-x-3 py-1 font-mono">
        {Object.entries(profile).map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
