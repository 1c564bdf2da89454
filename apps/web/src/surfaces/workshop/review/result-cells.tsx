import type { FileReview } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Table } from '../../../ui/table.tsx';

type Props = {
  readonly results: NonNullable<FileReview['results']>;
  readonly names: { readonly before: string; readonly after: string };
};

/** Cells nobody asked for: their formulas depend on what was changed. */
export const ResultCells = ({ results, names }: Props) => {
  const { t } = useTranslation(['workshop', 'files']);
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold">{t('review.results')}</h4>
      <p className="text-muted text-sm">{t('review.resultsDetail')}</p>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <Table
          label={t('review.results')}
          keyOf={({ sheet, ref }) => `${sheet}!${ref}`}
          rows={results}
          columns={[
            { id: 'place', header: t('files:place'), cell: ({ sheet, ref }) => <bdi>{`${sheet}, ${ref}`}</bdi> },
            { id: 'before', header: names.before, cell: ({ before }) => <del className="no-underline">{before}</del> },
            { id: 'after', header: names.after, cell: ({ after }) => <ins className="no-underline">{after}</ins> },
          ]}
        />
      </div>
    </div>
  );
};
