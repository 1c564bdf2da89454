import type { StreamFacts } from '@atelier/contracts';
import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Table } from '../../ui/table.tsx';

type Props = { readonly streams: readonly StreamFacts[]; readonly total: number };

export const StreamTable = ({ streams, total }: Props) => {
  const { t, i18n } = useTranslation('settings');
  if (streams.length === 0) {
    return (
      <EmptyState icon={<Layers size={18} />} title={t('data.noStreams')}>
        {t('data.noStreamsDetail')}
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label={t('data.streams')}
        rows={streams}
        keyOf={({ stream }) => stream}
        columns={[
          {
            id: 'stream',
            header: t('data.stream'),
            cell: ({ stream }) => <bdi className="font-mono text-sm">{stream}</bdi>,
          },
          {
            id: 'health',
            header: t('data.health'),
            cell: ({ health }) => (
              <Badge tone={health === 'healthy' ? 'published' : 'danger'} dot>
                {t(`health.${health}`)}
              </Badge>
            ),
          },
          {
            id: 'events',
            header: t('data.events'),
            numeric: true,
            cell: ({ events }) => formatCount(events, i18n.language),
          },
        ]}
      />
      {total > streams.length && (
        <p className="border-line border-t px-5 py-2 text-faint text-sm">
          {t('data.more', { count: total - streams.length })}
        </p>
      )}
    </>
  );
};
