import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Table } from '../../ui/table.tsx';
import type { Tone } from '../../ui/tone.ts';
import { type RowStatus, reviewRows } from './review-rows.ts';

export type ReviewPayload = Readonly<Record<string, unknown>> & {
  readonly change?: string;
  readonly other_changes?: readonly string[];
  readonly changed_share?: number | null;
  readonly recalculated?: readonly { readonly count: number }[];
  readonly diff_error?: { readonly message: string };
};

type Props = {
  readonly payload: ReviewPayload;
  /** What can be done about the changes, between them and the raw payload. */
  readonly children?: ReactNode;
};

const toneOf: Readonly<Record<RowStatus, Tone>> = {
  added: 'published',
  removed: 'danger',
  changed: 'accent',
  moved: 'neutral',
  format: 'neutral',
  visual_change: 'accent',
};

/** A review payload of any kind, for reading: what was, what is, and the payload itself for whoever wants it. */
export const ReviewChanges = ({ payload, children }: Props) => {
  const { t } = useTranslation('filesLab');
  const rows = reviewRows(payload);
  const other = payload.other_changes ?? [];
  const formulas = (payload.recalculated ?? []).reduce((sum, { count }) => sum + count, 0);
  const share = payload.changed_share;
  return (
    <div className="flex flex-col gap-5">
      {rows.length > 0 && (
        <div className="overflow-hidden rounded-lg border border-line bg-raised">
          <Table
            label={t('changes')}
            keyOf={({ key }) => key}
            rows={rows}
            columns={[
              {
                id: 'place',
                header: t('place'),
                cell: ({ place, status }) => (
                  <span className="flex items-center gap-2">
                    <span dir="auto">{place}</span>
                    {status && <Badge tone={toneOf[status]}>{t(`status.${status}`)}</Badge>}
                  </span>
                ),
              },
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
      {payload.diff_error && (
        <Banner tone="danger" title={t('notCompared')}>
          {payload.diff_error.message}
        </Banner>
      )}
      {typeof share === 'number' && share > 0 && (
        <Banner tone="neutral" title={t('share', { share: Math.max(0.1, Math.round(share * 1_000) / 10) })} />
      )}
      {formulas > 0 && <Banner tone="neutral" title={t('recalculated', { count: formulas })} />}
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
