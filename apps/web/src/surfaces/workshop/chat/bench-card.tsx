import type { WorkbenchCardItem } from '@atelier/contracts';
import { ArrowLeftRight, CircleDot, History, RotateCcw, Trash2, Undo2, Upload } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { useNames } from '../../../models/names.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { useBench } from '../bench/bench-context.ts';
import { RestoreDialog } from '../checkpoints/restore-dialog.tsx';
import { useLocked } from '../files/use-locked.ts';
import type { RewindWish } from '../time/rewind-dialog.tsx';
import { countFact, textFact } from './card-facts.ts';
import { SummaryText } from './summary-text.tsx';
import { useChangeCounts } from './use-change-counts.ts';

type Props = {
  readonly item: WorkbenchCardItem;
  readonly isLast: boolean;
  readonly onWish: (wish: RewindWish) => void;
};

const icons: Readonly<Record<string, ReactNode>> = {
  publish_checkpoint: <Upload size={15} aria-hidden="true" className="text-published-text" />,
  publish_undone: <Undo2 size={15} aria-hidden="true" className="mirror-rtl text-draft-text" />,
  checkpoint_restored: <History size={15} aria-hidden="true" className="text-accent-text" />,
  draft_discarded: <Trash2 size={15} aria-hidden="true" className="text-faint" />,
  draft_reopened: <RotateCcw size={15} aria-hidden="true" className="text-draft-text" />,
  model_switched: <ArrowLeftRight size={15} aria-hidden="true" className="text-faint" />,
};

/** A card between the messages: what happened to the files or the model, with the way back where there is one. */
export const BenchCard = memo(({ item: { id, event, facts, at }, isLast, onWish }: Props) => {
  const { t, i18n } = useTranslation('workshop');
  const { view, models, acts } = useBench();
  const { modelName } = useNames();
  const locked = useLocked();
  const changeCounts = useChangeCounts();
  const [isRestoring, setRestoring] = useState(false);
  const checkpointId = textFact(facts, 'checkpointId');
  const draftId = textFact(facts, 'draftId');
  const model = textFact(facts, 'to') ?? textFact(facts, 'modelId');
  const client = textFact(facts, 'client');
  const word = wordOf(event, facts);
  const count = countFact(facts, 'covered');
  const title = i18n.exists(`workshop:card.${word}`, { count })
    ? t(`card.${word}`, { count, client, model: model === undefined ? '' : modelName(model, models.models) })
    : t('card.other');
  const isPublish = event === 'publish_checkpoint';
  const isUndoable = isPublish && view.undoablePublish === checkpointId && locked === undefined;
  return (
    <section
      aria-label={title}
      className="group/said flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken px-3.5 py-2 text-sm"
    >
      {icons[event] ?? <CircleDot size={15} aria-hidden="true" className="text-faint" />}
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-medium">{title}</span>
        <span className="block text-faint text-xs tabular-nums">
          <time dateTime={at}>{formatMoment(at, i18n.language)}</time>
          {isPublish &&
            ` · ${changeCounts({
              added: countFact(facts, 'added'),
              modified: countFact(facts, 'modified'),
              deleted: countFact(facts, 'deleted'),
            })}`}
        </span>
      </span>
      {isPublish && checkpointId !== undefined && (
        <span className="flex gap-2">
          {isUndoable && (
            <Tooltip label={t('card.undoPublishDetail')}>
              <Button
                size="sm"
                icon={<Undo2 size={13} className="mirror-rtl" />}
                onClick={() => void acts.undoPublish(checkpointId)}
              >
                {t('card.undoPublish')}
              </Button>
            </Tooltip>
          )}
          <Tooltip label={locked ?? t('card.restoreDetail')}>
            <Button
              size="sm"
              icon={<History size={13} />}
              aria-disabled={locked !== undefined || undefined}
              className={locked === undefined ? undefined : 'opacity-60'}
              onClick={() => {
                if (locked === undefined) setRestoring(true);
              }}
            >
              {t('card.restore')}
            </Button>
          </Tooltip>
        </span>
      )}
      {isUndoable && <p className="w-full text-faint text-xs">{t('checkpoints.undoOrRestore')}</p>}
      {event === 'draft_discarded' && draftId !== undefined && isLast && view.draft === null && (
        <Button
          size="sm"
          icon={<Undo2 size={13} className="mirror-rtl" />}
          onClick={() => void acts.undoDiscard(draftId)}
        >
          {t('card.undoDiscard')}
        </Button>
      )}
      {!isLast && view.state !== 'running' && (
        <IconButton
          label={t('chat.rewind')}
          icon={<Undo2 size={14} className="mirror-rtl" />}
          className="size-7 opacity-0 focus-visible:opacity-100 group-hover/said:opacity-100 pointer-coarse:opacity-100"
          onClick={() => onWish({ kind: 'rewind', messageId: id })}
        />
      )}
      {event === 'context_compressed' && <SummaryText messageId={id} />}
      {isRestoring && checkpointId !== undefined && (
        <RestoreDialog checkpointId={checkpointId} at={at} onClose={() => setRestoring(false)} />
      )}
    </section>
  );
});

/** Some events are told in more than one way, by what is known of them. */
const wordOf = (event: string, facts: Parameters<typeof textFact>[0]): string => {
  if (event === 'context_compressed' && textFact(facts, 'how') === 'excerpt') return 'context_excerpted';
  if (event === 'draft_changes_applied' && textFact(facts, 'client') !== undefined) return 'draft_changes_by';
  if (event === 'compare_chosen' && textFact(facts, 'modelId') !== undefined) return 'compare_chosen_of';
  return event;
};
