import type { FileKind } from '@atelier/contracts';
import { ArrowDown, ArrowUp, FileDown, FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { useKeyCommand } from '../bench/use-bench-keys.ts';
import { ClutterBar } from '../files/clutter-bar.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { FileDetail } from './file-detail.tsx';
import { ListAndDetail } from './list-and-detail.tsx';
import { inOrder } from './review-order.ts';
import type { Review } from './use-review.ts';
import { walkChanges } from './walk-changes.ts';

type Props = {
  readonly review: Review;
  readonly opensAt?: string;
  /** The Draft itself: changes can be dropped and ticked. Otherwise two states are only compared. */
  readonly isDraft?: boolean;
  /** What the two sides are called, in a comparison. */
  readonly labels?: { readonly before: string; readonly after: string };
};

/** Changed files on the one side, what changed in the chosen one on the other. */
export const ReviewRoom = ({ review, opensAt, isDraft = false, labels }: Props) => {
  const { changes, refusal } = review;
  const { t } = useTranslation('workshop');
  const refusalText = useRefusalText('workshop');
  const [chosen, setChosen] = useState(opensAt);
  const [kind, setKind] = useState<FileKind>();
  const detail = useRef<HTMLDivElement>(null);
  const rows = inOrder(changes?.rows ?? []).filter((row) => kind === undefined || row.kind === kind);
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === chosen),
  );
  const row = rows[at];
  const goFile = (step: 1 | -1) => {
    const next = rows[(at + step + rows.length) % Math.max(1, rows.length)];
    if (next !== undefined) setChosen(next.path);
  };
  const command = useKeyCommand();
  usePageCommands([
    command('nextChange', ArrowDown, () => walkChanges(detail.current, 1)),
    command('previousChange', ArrowUp, () => walkChanges(detail.current, -1)),
    command('nextFile', FileDown, () => goFile(1)),
    command('previousFile', FileUp, () => goFile(-1)),
  ]);
  const list = useRef<HTMLDivElement>(null);
  const hasRows = rows.length > 0;
  // A file that was dropped as a whole takes its button along.
  useFocusKept(row?.path, () => list.current?.querySelector<HTMLElement>('button[aria-current=true]'));
  // Whoever is taken to Review begins at the list of files.
  useEffect(() => {
    if (hasRows) list.current?.querySelector<HTMLElement>('button[aria-current=true]')?.focus({ preventScroll: true });
  }, [hasRows]);
  if (refusal !== undefined) {
    return (
      <div className="p-5">
        <Banner tone="danger" title={refusalText(refusal)} />
      </div>
    );
  }
  if (changes === undefined) {
    return (
      <div aria-busy="true" className="p-5">
        <SkeletonLines lines={6} />
      </div>
    );
  }
  if (changes.rows.length === 0) {
    return (
      <EmptyState title={t(isDraft ? 'review.nothing' : 'review.sameTrees')}>
        {isDraft && t('review.nothingDetail')}
      </EmptyState>
    );
  }
  const files = (
    <div ref={list} className="min-h-0 min-w-0 flex-1">
      <ChangedFiles
        all={changes.rows}
        rows={rows}
        chosen={row?.path}
        onChoose={setChosen}
        kind={kind}
        onKind={setKind}
        isDraft={isDraft}
      />
      {isDraft && <ClutterBar />}
    </div>
  );
  const content = (
    <div ref={detail} className="@container flex min-h-0 min-w-0 flex-1 flex-col">
      {row === undefined ? (
        <EmptyState title={t('review.chooseFile')} />
      ) : (
        <FileDetail
          key={row.path}
          row={row}
          reference={changes.reference}
          between={review.between}
          isDraft={isDraft}
          {...(labels === undefined ? {} : { labels })}
        />
      )}
    </div>
  );
  return <ListAndDetail list={files} detail={content} />;
};
