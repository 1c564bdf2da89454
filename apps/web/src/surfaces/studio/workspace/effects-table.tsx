import type { PricingEffect } from '@atelier/contracts/studio';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Column, Table } from '../../../ui/table.tsx';
import { Money } from '../money.tsx';
import { Shown } from '../shown-text.tsx';

/** Every open project and quote that new terms or prices move, the next event first. */
export const EffectsTable = ({ effects, currency }: { effects: readonly PricingEffect[]; currency: string }) => {
  const { t } = useTranslation('studio');
  const columns: readonly Column<PricingEffect>[] = [
    {
      id: 'project',
      header: t('workspace.project'),
      cell: ({ projectId, title }) => (
        <Link
          to={'/projects/$projectId/studio' as never}
          params={{ projectId } as never}
          search={{ panel: 'quote' } as never}
          className="text-accent-text underline-offset-2 hover:underline"
        >
          <Shown text={title} />
        </Link>
      ),
    },
    { id: 'event', header: t('workspace.eventDate'), cell: ({ eventDate }) => <bdi dir="ltr">{eventDate ?? '–'}</bdi> },
    {
      id: 'before',
      header: t('quote.before'),
      numeric: true,
      cell: ({ beforeMinor }) => <Money minor={beforeMinor} currency={currency} />,
    },
    {
      id: 'after',
      header: t('quote.after'),
      numeric: true,
      cell: ({ afterMinor }) => <Money minor={afterMinor} currency={currency} />,
    },
    {
      id: 'quotes',
      header: t('workspace.openQuotes'),
      cell: ({ openQuotes }) => <bdi dir="ltr">{openQuotes.join(', ') || '–'}</bdi>,
    },
  ];
  if (effects.length === 0) return <p className="text-muted">{t('workspace.movesNothing')}</p>;
  return <Table label={t('workspace.effects')} columns={columns} rows={effects} keyOf={({ projectId }) => projectId} />;
};
