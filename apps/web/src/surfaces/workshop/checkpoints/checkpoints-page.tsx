import type { CheckpointRow } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCompare, History, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatBytes, formatMoment } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { useBench } from '../bench/bench-context.ts';
import { askAboutDraft } from '../bench/draft-choice.ts';
import { useAskedAgain } from '../bench/use-asked-again.ts';
import { useChangeCounts } from '../chat/use-change-counts.ts';
import { useLocked } from '../files/use-locked.ts';
import { AbandonedPaths } from './abandoned-paths.tsx';
import { CreateCheckpoint } from './create-checkpoint.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

const toneOf: Readonly<Record<CheckpointRow['reason'], Tone>> = {
  auto: 'neutral',
  manual: 'accent',
  publish: 'published',
  pre_restore: 'draft',
};

/** All states of the published files that can be returned to, newest first, and the paths that left the chat. */
const CheckpointsPage = () => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const refusalText = useRefusalText('workshop');
  const locked = useLocked();
  const [isCreating, setCreating] = useState(false);
  const queryKey = ['workshop', workbenchId, 'CheckpointsList'];
  const { data } = useQuery({ queryKey, queryFn: () => commands.CheckpointsList({ workbenchId }) });
  useAskedAgain(workbenchId, queryKey);
  const rows = data?.ok ? data.value.checkpoints : undefined;
  return (
    <div aria-busy={data === undefined} className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-5 py-6">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <h2 tabIndex={-1} className="font-semibold text-xl outline-none">
              {t('checkpoints.title')}
            </h2>
            <p className="mt-0.5 max-w-prose text-muted">{t('checkpoints.detail')}</p>
          </div>
          <Tooltip label={locked ?? t('checkpoints.createDetail')}>
            <Button
              tone="primary"
              icon={<Plus size={15} />}
              aria-disabled={locked !== undefined || undefined}
              className={locked === undefined ? undefined : 'opacity-60'}
              onClick={() => {
                if (locked === undefined) setCreating(true);
              }}
            >
              {t('checkpoints.create')}
            </Button>
          </Tooltip>
        </header>
        {locked !== undefined && <Banner tone="draft" title={locked} />}
        {data === undefined && <SkeletonLines lines={6} />}
        {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
        {rows?.length === 0 && (
          <EmptyState icon={<History size={18} />} title={t('checkpoints.none')}>
            {t('checkpoints.noneDetail')}
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <ol aria-label={t('checkpoints.list')} className="flex flex-col gap-2.5">
            {rows.map((row) => (
              <Row key={row.checkpointId} row={row} locked={locked} others={rows} />
            ))}
          </ol>
        )}
        <AbandonedPaths />
      </div>
      {isCreating && <CreateCheckpoint onClose={() => setCreating(false)} />}
    </div>
  );
};

type RowProps = {
  readonly row: CheckpointRow;
  readonly locked: string | undefined;
  readonly others: readonly CheckpointRow[];
};

const Row = ({ row, locked, others }: RowProps) => {
  const { t, i18n } = useTranslation('workshop');
  const changeCounts = useChangeCounts();
  const { acts, workbenchId, view } = useBench();
  const [isRestoring, setRestoring] = useState(false);
  // A Draft can be settled on the spot; a run or a comparison has to end first.
  const isDraft = view.state.startsWith('draft');
  const ask = async () => {
    if (locked === undefined || (isDraft && (await askAboutDraft()))) setRestoring(true);
  };
  const { checkpointId, reason, description, at, files, bytes, isExpired, canUndoPublish, since } = row;
  const before = others[others.indexOf(row) + 1];
  const params = { workbenchId } as never;
  const isSame = since !== null && since.added + since.modified + since.deleted === 0;
  return (
    <li
      className={classNames(
        'flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 shadow-low',
        isExpired && 'opacity-70',
      )}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <span className="min-w-0 flex-1 basis-56">
          <bdi className="block font-medium">{description ?? t(`checkpoints.untitled.${reason}`)}</bdi>
          <span className="block text-muted text-sm tabular-nums">
            <time dateTime={at}>{formatMoment(at, i18n.language)}</time>
            {' · '}
            {t('checkpoints.files', { count: files })}
            {' · '}
            {formatBytes(bytes, i18n.language)}
          </span>
          {since !== null && (
            <span className="block text-faint text-sm">
              {isSame ? t('checkpoints.same') : `${t('checkpoints.since')}: ${changeCounts(since)}`}
            </span>
          )}
        </span>
        <Badge tone={toneOf[reason]}>{t(`checkpoints.reason.${reason}`)}</Badge>
        {isExpired && <Badge>{t('checkpoints.expired')}</Badge>}
      </div>
      {!isExpired && (
        <div className="flex flex-wrap gap-2">
          <Tooltip label={locked ?? t('checkpoints.restore')}>
            <Button
              size="sm"
              icon={<History size={13} />}
              aria-disabled={(locked !== undefined && !isDraft) || undefined}
              className={locked === undefined || isDraft ? undefined : 'opacity-60'}
              onClick={() => void ask()}
            >
              {t('checkpoints.restore')}
            </Button>
          </Tooltip>
          {canUndoPublish && locked === undefined && (
            <Button
              size="sm"
              icon={<Undo2 size={13} className="mirror-rtl" />}
              onClick={() => void acts.undoPublish(checkpointId)}
            >
              {t('checkpoints.undoPublish')}
            </Button>
          )}
          <Link
            to="/workshop/$workbenchId/compare"
            params={params}
            search={{ from: `checkpoint:${checkpointId}`, to: 'published' } as never}
            className={buttonClass('quiet', 'sm')}
          >
            <GitCompare size={13} aria-hidden="true" />
            {t('checkpoints.compare')}
          </Link>
          {before !== undefined && !before.isExpired && (
            <Link
              to="/workshop/$workbenchId/compare"
              params={params}
              search={{ from: `checkpoint:${before.checkpointId}`, to: `checkpoint:${checkpointId}` } as never}
              className={buttonClass('quiet', 'sm')}
            >
              {t('checkpoints.comparePrevious')}
            </Link>
          )}
        </div>
      )}
      {canUndoPublish && locked === undefined && (
        <p className="max-w-prose text-muted text-sm">{t('checkpoints.undoOrRestore')}</p>
      )}
      {isRestoring && <RestoreDialog checkpointId={checkpointId} at={at} onClose={() => setRestoring(false)} />}
    </li>
  );
};

export default CheckpointsPage;
