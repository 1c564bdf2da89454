import type { QuoteComparisonView } from '@atelier/contracts/studio';
import { percentText } from '@atelier/studio/view';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';

type Pair = { readonly from: string; readonly to: string };
type Props = {
  readonly project: ProjectStore;
  readonly pair: Pair;
  readonly onPair: (pair: Pair) => void;
  readonly onClose: () => void;
};

/** What any two versions say differently. */
export const CompareDialog = ({ project, pair, onPair, onClose }: Props) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const { projectId, quotes, project: record } = useProjectView(project);
  const query = useQuery({
    queryKey: ['studio', 'StudioQuoteCompare', projectId, pair.from, pair.to],
    queryFn: () => commands.StudioQuoteCompare({ projectId, ...pair }),
  });
  const comparison = query.data?.ok ? query.data.value.comparison : undefined;
  const options = [...quotes]
    .sort((a, b) => b.version - a.version)
    .map(({ id, number, version }) => ({ value: id, label: `${number} v${version}` }));
  return (
    <Dialog open onOpenChange={onClose} title={t('quote.compareTitle')} width="lg">
      <div className="flex flex-col gap-4 pb-3">
        <div className="flex flex-wrap gap-3">
          <Select
            label={t('quote.compareFrom')}
            value={pair.from}
            options={options}
            onChange={(from) => onPair({ ...pair, from })}
            className="w-48"
          />
          <Select
            label={t('quote.compareTo')}
            value={pair.to}
            options={options}
            onChange={(to) => onPair({ ...pair, to })}
            className="w-48"
          />
        </div>
        {comparison !== undefined && <Comparison comparison={comparison} currency={record.currency} />}
      </div>
    </Dialog>
  );
};

type Bucket = QuoteComparisonView['buckets'][number];
type Total = QuoteComparisonView['totals'][number];

const Comparison = ({ comparison, currency }: { comparison: QuoteComparisonView; currency: string }) => {
  const { t } = useTranslation('studio');
  const { buckets, totals, texts } = comparison;
  if (buckets.length + totals.length + texts.length === 0) return <p className="text-muted">{t('quote.same')}</p>;
  const amount = (minor: number | null) => (minor === null ? '–' : <Money minor={minor} currency={currency} />);
  const bucketColumns: readonly Column<Bucket>[] = [
    { id: 'title', header: t('quote.line'), cell: ({ title }) => <Shown text={title} /> },
    {
      id: 'what',
      header: t('quote.what'),
      cell: ({ kind, fields }) => (
        <span className="flex flex-wrap gap-1">
          <Badge tone={kind === 'added' ? 'published' : kind === 'removed' ? 'danger' : 'draft'}>
            {t(`quote.kind.${kind}`)}
          </Badge>
          {fields.map((field) => (
            <Badge key={field}>{t(`quote.field.${field}`)}</Badge>
          ))}
        </span>
      ),
    },
    { id: 'from', header: t('quote.before'), numeric: true, cell: ({ priceMinor }) => amount(priceMinor.from) },
    { id: 'to', header: t('quote.after'), numeric: true, cell: ({ priceMinor }) => amount(priceMinor.to) },
  ];
  const figure = ({ name }: Total, value: number) =>
    name === 'vatBps' ? <bdi dir="ltr">{percentText(value)}</bdi> : <Money minor={value} currency={currency} />;
  const totalColumns: readonly Column<Total>[] = [
    { id: 'name', header: t('quote.figure'), cell: ({ name }) => t(`quote.totals.${name}`) },
    { id: 'from', header: t('quote.before'), numeric: true, cell: (row) => figure(row, row.from) },
    { id: 'to', header: t('quote.after'), numeric: true, cell: (row) => figure(row, row.to) },
  ];
  return (
    <>
      {buckets.length > 0 && (
        <Table
          label={t('quote.line')}
          columns={bucketColumns}
          rows={buckets}
          keyOf={({ elementId }) => elementId ?? 'general'}
        />
      )}
      {totals.length > 0 && (
        <Table label={t('quote.figure')} columns={totalColumns} rows={totals} keyOf={({ name }) => name} />
      )}
      {texts.length > 0 && (
        <p className="text-muted">
          {t('quote.textsChanged')} {texts.map((name) => t(`quote.text.${name}`)).join(' · ')}
        </p>
      )}
    </>
  );
};
