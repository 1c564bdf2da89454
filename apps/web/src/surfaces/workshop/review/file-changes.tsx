import type { FileReview, ReviewRow as FileRow } from '@atelier/contracts';
import type { ReviewRow } from '@atelier/files/view';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ReviewChanges } from '../../../files/review-changes.tsx';
import { formatBytes } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toastWithUndo } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';
import { ResultCells } from './result-cells.tsx';
import { otherWords } from './review-order.ts';

/** Single changes that are taken, one by one. */
export type Pick = { readonly chosen: readonly string[]; readonly onPick: (changes: readonly string[]) => void };

type Props = {
  readonly review: FileReview;
  readonly row: FileRow;
  readonly names: { readonly before: string; readonly after: string };
  readonly isDraft: boolean;
  readonly pick?: Pick;
  readonly onMore: () => void;
};

/** Every change of a file. What was asked for stands first and can be dropped one by one; what only follows from it stands apart. */
export const FileChanges = ({ review, row, names, isDraft, pick, onMore }: Props) => {
  const { t, i18n } = useTranslation('workshop');
  const { acts } = useBench();
  const drop = async ({ changes }: ReviewRow) => {
    if ((await acts.dropChanges(row.path, [...changes])) === undefined) return;
    toastWithUndo(t('review.dropped'), { label: t('review.undo'), run: () => void acts.undoDrop() });
  };
  const canDrop = isDraft && review.isDivisible && row.change === 'modified';
  const canPick = pick !== undefined && review.isDivisible && row.change === 'modified';
  const isWhole = row.kind === 'binary';
  return (
    <>
      <p className="text-faint text-sm tabular-nums" role="status">
        {t('review.changes', { count: review.total })}
        {isDraft && !canDrop && row.change === 'modified' && ` · ${t('review.whole')}`}
        {row.change === 'added' && ` · ${t('pane.newFile')}`}
      </p>
      {isWhole ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
          <dt className="text-faint">{names.before}</dt>
          <dd>
            {row.bytesBefore === null ? t('pane.notInReference') : formatBytes(row.bytesBefore, i18n.language)}{' '}
            <bdi className="break-all font-mono text-faint text-xs">{row.versionBefore}</bdi>
          </dd>
          <dt className="text-faint">{names.after}</dt>
          <dd>
            {row.bytesAfter === null ? t('pane.notInDraft') : formatBytes(row.bytesAfter, i18n.language)}{' '}
            <bdi className="break-all font-mono text-faint text-xs">{row.versionAfter}</bdi>
          </dd>
          <dd className="col-span-2 text-muted">{t('review.opaque')}</dd>
        </dl>
      ) : (
        <ReviewChanges
          review={{ ...review, also: otherWords(review) }}
          labels={names}
          {...(canDrop
            ? {
                action: (each: ReviewRow) =>
                  each.changes.length > 0 && (
                    <IconButton
                      label={t('review.dropChange')}
                      icon={<X size={14} />}
                      className="size-7"
                      onClick={() => void drop(each)}
                    />
                  ),
              }
            : canPick
              ? {
                  action: (each: ReviewRow) =>
                    each.changes.length > 0 && (
                      <Checkbox
                        label={t('answers.takeChange')}
                        checked={each.changes.every((change) => pick.chosen.includes(change))}
                        onChange={() => pick.onPick(each.changes)}
                      />
                    ),
                }
              : {})}
        />
      )}
      {review.results !== undefined && <ResultCells results={review.results} names={names} />}
      {review.notices.includes('no_renderer') && <Banner tone="neutral" title={t('review.noPages')} />}
      {review.next !== null && (
        <Button className="self-center" onClick={onMore}>
          {t('review.more')}
        </Button>
      )}
    </>
  );
};
