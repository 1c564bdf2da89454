import type { FileReview, MarkedText, ReviewStatus } from '@atelier/contracts';
import { english, hebrew, type ReviewRow, reviewRows } from '@atelier/files/view';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../i18n/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Table } from '../ui/table.tsx';
import type { Tone } from '../ui/tone.ts';

type Props = {
  readonly review: FileReview;
  /** What can be done about the changes. */
  readonly children?: ReactNode;
  /** What the two sides are called, where “before” and “after” would not say it. */
  readonly labels?: { readonly before: string; readonly after: string };
  /** What can be done about one change; asked for once an item, at its first row. */
  readonly action?: (row: ReviewRow) => ReactNode;
};

const toneOf: Readonly<Record<ReviewStatus, Tone>> = {
  added: 'published',
  removed: 'danger',
  changed: 'accent',
  moved: 'neutral',
};

/** What changed in a file of any kind: where, what it was, what it is. */
export const ReviewChanges = ({ review, children, labels, action }: Props) => {
  const { t, i18n } = useTranslation('files');
  const words = i18n.language === 'he' ? hebrew : english;
  const rows = useMemo(() => reviewRows(review, words), [review, words]);
  const firsts = useMemo(() => {
    const seen = new Set<string>();
    const first = rows.filter(({ item }) => !seen.has(item) && seen.add(item));
    return new Map(first.map(({ key }, at) => [key, review.offset + at + 1]));
  }, [rows, review.offset]);
  // Of a formula whose result the file does not hold.
  const isCalculated = !rows.some(({ before, after }) => [before, after].some((side) => side?.text.endsWith('→ ?')));
  const listed = review.matches ?? review.total;
  const count = (number: number) => formatCount(number, i18n.language);
  return (
    // Positioned, so that words for ears alone stay inside whatever scrolls.
    <div className="relative flex flex-col gap-5">
      {rows.length > 0 && (
        <div className="overflow-hidden rounded-lg border border-line bg-raised">
          <Table
            label={t('changes')}
            keyOf={({ key }: ReviewRow) => key}
            rows={rows}
            columns={[
              {
                id: 'place',
                header: t('place'),
                cell: ({ place, status, note, item, key }) => (
                  <span
                    {...(firsts.has(key) ? { 'data-change': item, tabIndex: -1 } : {})}
                    className="flex flex-wrap items-center gap-2 rounded-sm"
                  >
                    {firsts.has(key) && (
                      <span className="sr-only">
                        {t('changeOf', { at: count(firsts.get(key) ?? 0), of: count(listed) })},
                      </span>
                    )}
                    <span dir="auto">{place}</span>
                    <Badge tone={toneOf[status]}>{words.status[status]}</Badge>
                    {note !== null && (
                      <span dir="auto" className="text-muted">
                        {note}
                      </span>
                    )}
                  </span>
                ),
              },
              {
                id: 'before',
                header: labels?.before ?? t('before'),
                cell: ({ before }) =>
                  before !== null && (
                    <del dir="auto" className="no-underline">
                      <Marked text={before} className="bg-danger-soft text-danger-text" />
                    </del>
                  ),
              },
              {
                id: 'after',
                header: labels?.after ?? t('after'),
                cell: ({ after }) =>
                  after !== null && (
                    <ins dir="auto" className="no-underline">
                      <Marked text={after} className="bg-published-soft text-published-text" />
                    </ins>
                  ),
              },
              ...(action === undefined
                ? []
                : [
                    {
                      id: 'action',
                      header: t('actions'),
                      part: 'actions' as const,
                      cell: (row: ReviewRow) => firsts.has(row.key) && action(row),
                    },
                  ]),
            ]}
          />
        </div>
      )}
      {!isCalculated && <p className="text-muted text-sm">{t('notCalculated')}</p>}
      {review.next !== null && (
        <Banner tone="neutral" title={t('shownOf', { shown: count(review.items.length), total: count(listed) })} />
      )}
      {review.notices.includes('compare_failed') && (
        <Banner tone="danger" title={t('notCompared')}>
          {review.also.join(' ')}
        </Banner>
      )}
      {review.also.length > 0 && !review.notices.includes('compare_failed') && (
        <Banner tone="neutral" title={t('other', { parts: review.also.join(', ') })} />
      )}
      {children}
    </div>
  );
};

/** The words that differ are marked; a text without any is marked as a whole. */
const Marked = ({ text: { text, spans }, className }: { readonly text: MarkedText; readonly className: string }) => {
  if (spans.length === 0) return <span className={className}>{text}</span>;
  const ends = [0, ...spans.flat(), text.length];
  return ends.slice(0, -1).map((from, at) => {
    const part = text.slice(from, ends[at + 1]);
    return at % 2 === 1 ? (
      <mark key={from} className={className}>
        {part}
      </mark>
    ) : (
      part
    );
  });
};
