import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Table } from '../../ui/table.tsx';
import { reviewRows } from './review-rows.ts';

export type ReviewPayload = Readonly<Record<string, unknown>> & {
  readonly change?: string;
  readonly other_changes?: readonly string[];
};

type Props = {
  readonly payload: ReviewPayload;
  /** What can be done about the changes, between them and the raw payload. */
  readonly children?: ReactNode;
};

/** A review payload of any kind, for reading: what was, what is, and the payload itself for whoever wants it. */
export const ReviewChanges = ({ payload, children }: Props) => {
  const { t } = useTranslation('filesLab');
  const rows = reviewRows(payload);
  const other = payload.other_changes ?? [];
  return (
    <div className="flex flex-col gap-5">
      {rows.length > 0 && (
        <div className="overflow-hidden rounded-lg border border-line bg-raised">
          <Table
            label={t('changes')}
            keyOf={({ key }) => key}
            rows={rows}
            columns={[
              { id: 'place', header: t('place'), cell: ({ place }) => <span dir="auto">{place}</span> },
              {
                id: 'before',
                header: t('before'),
                cell: ({ before }) =>
                  before !== null && (
                    <del dir="auto" className="bg-danger-soft text-danger-text no-underline">
                      {before}
                    </del>
                  ),
              },
              {
                id: 'after',
                header: t('after'),
                cell: ({ after }) =>
                  after !== null && (
                    <ins dir="auto" className="bg-published-soft text-published-text no-underline">
                      {after}
                    </ins>
                  ),
              },
            ]}
          />
        </div>
      )}
      {other.length > 0 && <Banner tone="neutral" title={t('other', { parts: other.join(', ') })} />}
      {children}
      <details>
        <summary className="cursor-pointer text-muted">{t('payload')}</summary>
        <div className="mt-2">
          <CodeBlock label={t('payload')} code={JSON.stringify(payload, null, 2)} />
        </div>
      </details>
    </div>
  );
};
