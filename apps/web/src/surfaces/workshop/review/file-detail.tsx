import {
  type Between,
  type ReviewChanges as ChangesView,
  type FileKind,
  type ReviewRow,
  workbenchTrackedPath,
} from '@atelier/contracts';
import { FileDiff, Trash2 } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../code/markdown.ts';
import { useTroubleText } from '../../../files/use-trouble-text.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { nameInText } from '../../../ui/split-name.ts';
import { toastWithUndo } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';
import { FileChanges, type Pick } from './file-changes.tsx';
import { changedPlaces, placeOfFirst } from './review-order.ts';
import { SideBySide, type SideMarks } from './side-by-side.tsx';
import { useFileReview } from './use-file-review.ts';

type Props = {
  readonly row: ReviewRow;
  readonly reference: ChangesView['reference'];
  readonly between: Between | undefined;
  readonly isDraft: boolean;
  readonly labels?: { readonly before: string; readonly after: string };
  readonly pick?: Pick;
};

const tone = { added: 'published', modified: 'draft', deleted: 'danger' } as const;
const seen: readonly FileKind[] = ['pptx', 'pdf', 'image'];

/** What changed in one file: in words, change by change, and both sides beside each other. */
export const FileDetail = ({ row, reference, between, isDraft, labels, pick }: Props) => {
  const { t, i18n } = useTranslation('workshop');
  const troubleText = useTroubleText('workshop');
  const { workbenchId, acts } = useBench();
  // What is seen rather than read opens as it looks.
  const [find, setFind] = useState('');
  const wanted = useDeferredValue(find.trim());
  const [isBusy, setBusy] = useState(false);
  const [look, setLook] = useState<'changes' | 'side'>(seen.includes(row.kind) ? 'side' : 'changes');
  const { path, change, kind, bytesBefore, bytesAfter } = row;
  const { review, refused, more } = useFileReview(row, between, look === 'changes' ? wanted : '');
  const failed = refused === undefined ? undefined : troubleText(refused);
  const marks = useMemo(
    () =>
      review === undefined
        ? noMarks
        : { before: changedPlaces(review, 'before'), after: changedPlaces(review, 'after') },
    [review],
  );
  const place = useMemo(() => (review === undefined ? {} : placeOfFirst(review)), [review]);
  const isFallback = reference.source === 'published_current_fallback';
  const names = labels ?? {
    before: t(isFallback ? 'pane.fallback' : 'pane.reference'),
    after: t('pane.draft'),
  };
  const drop = async () => {
    setBusy(true);
    const done = await acts.dropFile(path);
    setBusy(false);
    if (done === undefined) return;
    toastWithUndo(t('review.dropped'), { label: t('review.undo'), run: () => void acts.undoDrop() });
  };
  const size = (bytes: number | null) => (bytes === null ? '–' : formatBytes(bytes, i18n.language));
  return (
    <article aria-label={nameInText(path)} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5">
        <h3 className="flex min-w-0 flex-1 basis-40 items-center gap-2 font-semibold">
          <span className="min-w-0 truncate">
            <FileName name={path} />
          </span>
          <Badge tone={tone[change]}>{t(`files.badge.${change}`)}</Badge>
        </h3>
        <span className="hidden text-faint text-sm tabular-nums @4xl:inline">
          {t('review.sizes', { before: size(bytesBefore), after: size(bytesAfter) })}
        </span>
        {kind !== 'binary' && (
          <Segmented
            label={t('review.view')}
            value={look}
            onChange={setLook}
            choices={[
              { value: 'changes', label: t('review.views.changes') },
              { value: 'side', label: t('review.views.side') },
            ]}
          />
        )}
        {isDraft && kind === 'docx' && change === 'modified' && (
          <a
            href={workbenchTrackedPath(workbenchId, path)}
            download
            title={t('report.trackedDetail')}
            className={buttonClass('neutral', 'sm')}
          >
            <FileDiff size={13} aria-hidden="true" />
            {t('report.tracked')}
          </a>
        )}
        {isDraft && (
          <>
            <Checkbox
              label={t('review.viewed')}
              checked={row.isViewed}
              onChange={(viewed) => void acts.setViewed(path, viewed)}
            />
            <Button size="sm" tone="danger" icon={<Trash2 size={13} />} busy={isBusy} onClick={() => void drop()}>
              {t('review.dropFile')}
            </Button>
          </>
        )}
      </header>
      <Warnings row={row} />
      {look === 'side' ? (
        <SideBySide row={row} between={between} names={names} isDraft={isDraft} marks={marks} place={place} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4">
          {isDraft && <Summary text={row.summary} isPartly={row.isPartlyDropped} />}
          {isFallback && change !== 'added' && <Banner tone="draft" title={t('review.fallbackWarning')} />}
          {reference.source === 'none' && change !== 'added' && <Banner tone="draft" title={t('review.noReference')} />}
          {failed !== undefined && <Banner tone="danger" title={failed} />}
          {review === undefined && failed === undefined && <SkeletonLines lines={6} />}
          {review !== undefined && (
            <FileChanges
              review={review}
              row={row}
              names={names}
              isDraft={isDraft}
              {...(pick === undefined ? {} : { pick })}
              onMore={more}
              find={find}
              onFind={setFind}
            />
          )}
        </div>
      )}
    </article>
  );
};

const noMarks: SideMarks = { before: new Set(), after: new Set() };

/** What to look at before anything else, whichever way the file is shown. */
const Warnings = ({ row: { warnings, losesMuch } }: { readonly row: ReviewRow }) => {
  const { t } = useTranslation('workshop');
  const all = [...(losesMuch ? [t('review.losesMuch')] : []), ...warnings];
  if (all.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pt-4">
      {all.map((warning) => (
        <Banner key={warning} tone="draft" title={t('review.warnings')}>
          <bdi>{warning}</bdi>
        </Banner>
      ))}
    </div>
  );
};

/** What was said of the file, else of the Draft; written while it was changed, never now. */
const Summary = ({ text, isPartly }: { readonly text: string | null; readonly isPartly: boolean }) => {
  const { t } = useTranslation('workshop');
  return (
    <section aria-label={t('review.summary')} className="rounded-md border border-line bg-sunken px-3.5 py-2.5">
      <h4 className="pb-1 font-medium text-faint text-xs">{t('review.summary')}</h4>
      {text === null ? (
        <p className="text-muted">{t('review.summaryUnavailable')}</p>
      ) : (
        <div className="[&_div]:max-w-none">
          <Markdown whileLoading={<SkeletonLines lines={2} />} text={pointed(text)} />
        </div>
      )}
      {isPartly && <p className="pt-1 text-muted text-sm">{t('review.summaryBefore')}</p>}
    </section>
  );
};

/** An arrow keeps its direction whatever the letters beside it; between Hebrew words it would point backwards. */
const pointed = (text: string): string =>
  /^[^\p{L}]*\p{Script=Hebrew}/u.test(text) ? text.replaceAll(' → ', ' ← ') : text;
