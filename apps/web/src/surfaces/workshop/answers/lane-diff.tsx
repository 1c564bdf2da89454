import type { Between, CompareView } from '@atelier/contracts';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBench } from '../bench/bench-context.ts';
import { FileDetail } from '../review/file-detail.tsx';
import { useReview } from '../review/use-review.ts';
import type { Taken } from './picks.ts';

export type OpenFile = { readonly path: string; readonly laneId: string };

type Props = {
  readonly compare: CompareView;
  readonly open: OpenFile;
  readonly taken: Taken | undefined;
  readonly onTake: (changes: readonly string[]) => void;
  readonly onClose: () => void;
};

const reference = 'reference';

/** What one lane made of a file, against how it was before the question or against another lane. */
export const LaneDiff = ({ compare, open: { path, laneId }, taken, onTake, onClose }: Props) => {
  const { t } = useTranslation('workshop');
  const { workbenchId } = useBench();
  const refusalText = useRefusalText('workshop');
  const [side, setSide] = useState<string>(reference);
  const box = useRef<HTMLElement>(null);
  const lane = compare.lanes.find((each) => each.laneId === laneId);
  const other = compare.lanes.find((each) => each.laneId === side);
  const from = other?.messageId ?? compare.userMessageId;
  const to = lane?.messageId ?? compare.userMessageId;
  const between = useMemo(
    (): Between => ({ from: { at: 'message', messageId: from }, to: { at: 'message', messageId: to } }),
    [from, to],
  );
  const review = useReview(workbenchId, between, null);
  const row = review.changes?.rows.find((each) => each.path === path);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const labels = { before: other?.label ?? t('answers.before'), after: lane?.label ?? '' };
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t('answers.diff')}
      className="flex h-[34rem] min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-ground outline-none"
    >
      <div className="flex shrink-0 items-end gap-3 border-line border-b bg-sunken px-4 py-2">
        <span className="min-w-0 max-w-72 flex-1">
          <Select
            label={t('review.compareWith')}
            value={side}
            onChange={setSide}
            options={[
              { value: reference, label: t('answers.before') },
              ...compare.lanes
                .filter((each) => each.laneId !== laneId && each.messageId !== null)
                .map((each) => ({ value: each.laneId, label: each.label })),
            ]}
          />
        </span>
        <span className="flex-1" />
        <IconButton label={t('answers.closeDiff')} icon={<X size={16} />} onClick={onClose} />
      </div>
      {review.refusal !== undefined && <Banner tone="danger" title={refusalText(review.refusal)} />}
      {review.changes === undefined && review.refusal === undefined && (
        <div className="p-5">
          <SkeletonLines lines={5} />
        </div>
      )}
      {review.changes !== undefined && row === undefined && <EmptyState title={t('answers.sameFile')} />}
      {review.changes !== undefined && row !== undefined && (
        <FileDetail
          key={`${path} ${side}`}
          row={row}
          reference={review.changes.reference}
          between={between}
          isDraft={false}
          labels={labels}
          // Single changes are those against the state before the question; against another lane they mean nothing.
          {...(side === reference && lane?.isChoosable
            ? { pick: { chosen: taken?.laneId === laneId ? (taken.changes ?? []) : [], onPick: onTake } }
            : {})}
        />
      )}
    </section>
  );
};
