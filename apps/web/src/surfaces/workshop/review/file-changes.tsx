import type { FileReview, ReviewRow as FileRow } from '@atelier/contracts';
import type { ReviewRow } from '@atelier/files/view';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReviewChanges } from '../../../files/review-changes.tsx';
import { formatBytes, formatCount } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toastWithUndo } from '../../../ui/toast-store.ts';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
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
  /** Words that are looked for among the changes. */
  readonly find: string;
  readonly onFind: (words: string) => void;
};

/** Below this a look finds a change sooner than words do. */
const worthSearching = 20;

const dropButtons = '[data-drop]';

/** Every change of a file. What was asked for stands first and can be dropped one by one; what only follows from it stands apart. */
export const FileChanges = ({ review, row, names, isDraft, pick, onMore, find, onFind }: Props) => {
  const { t, i18n } = useTranslation('workshop');
  const { acts } = useBench();
  const [dropping, setDropping] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const count = useRef<HTMLParagraphElement>(null);
  const droppedAt = useRef(0);
  // The change that was dropped leaves the list; the one after it takes its place.
  useFocusKept(review.total, () => {
    const left = list.current?.querySelectorAll<HTMLElement>(dropButtons) ?? [];
    return left[Math.min(droppedAt.current, left.length - 1)] ?? count.current;
  });
  const drop = async ({ item, changes }: ReviewRow) => {
    // A second one would be decided on a Draft that is about to change.
    if (dropping !== undefined) return;
    setDropping(item);
    const buttons = [...(list.current?.querySelectorAll(dropButtons) ?? [])];
    droppedAt.current = Math.max(0, buttons.indexOf(document.activeElement ?? list.current ?? document.body));
    const done = await acts.dropChanges(row.path, [...changes]);
    setDropping(undefined);
    if (done === undefined) return;
    toastWithUndo(t('review.dropped'), { label: t('review.undo'), run: () => void acts.undoDrop() });
  };
  const canDrop = isDraft && review.isDivisible && row.change === 'modified';
  const canPick = pick !== undefined && review.isDivisible && row.change === 'modified';
  const isWhole = row.kind === 'binary';
  return (
    <div ref={list} className="flex flex-col gap-4">
      <p ref={count} tabIndex={-1} className="text-faint text-sm tabular-nums outline-none" role="status">
        {t('review.changes', { count: review.total, formatted: formatCount(review.total, i18n.language) })}
        {isDraft && !canDrop && row.change === 'modified' && ` · ${t('review.whole')}`}
        {row.change === 'added' && ` · ${t('pane.newFile')}`}
      </p>
      {isDraft && row.change === 'modified' && <p className="-mt-3 text-faint text-sm">{t('pane.referenceMeans')}</p>}
      {(review.total > worthSearching || find !== '') && (
        <SearchBar
          label={t('review.find')}
          hint={t('review.findHint')}
          value={find}
          onChange={onFind}
          count={
            find.trim() === ''
              ? undefined
              : review.matches === undefined
                ? t('review.findLong')
                : t('review.matches', {
                    count: review.matches,
                    formatted: formatCount(review.matches, i18n.language),
                  })
          }
        />
      )}
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
                      label={t(dropping === each.item ? 'review.dropping' : 'review.dropChange')}
                      icon={dropping === each.item ? <Spinner size={14} /> : <X size={14} />}
                      data-drop
                      aria-disabled={dropping !== undefined || undefined}
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
    </div>
  );
};
