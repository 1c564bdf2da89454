import type { CompareLane } from '@atelier/contracts';
import { Check, ListTree, RotateCcw, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../code/markdown.ts';
import { RunStrip } from '../../../conversation/run-strip.tsx';
import { TalkContext } from '../../../conversation/talk.ts';
import { formatCount, formatMoney } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useBench } from '../bench/bench-context.ts';
import { isAtWork, toneOfLane, useElapsed } from './lane-facts.ts';
import { useLaneTalk } from './use-lane-talk.ts';

type Props = {
  readonly compareId: string;
  readonly lane: CompareLane;
  readonly onChoose: () => void;
  readonly onTrace: (messageId: string) => void;
};

const phases: readonly string[] = ['research', 'plan', 'implement', 'summary', 'ask'];

/** One model's answer: how it stands, what it took, what it says, and what can be done about it. */
export const LaneCard = ({ compareId, lane, onChoose, onTrace }: Props) => {
  const { t, i18n } = useTranslation(['workshop', 'conversation']);
  const { models } = useBench();
  const refusalText = useRefusalText('workshop');
  const talk = useLaneTalk(compareId, lane);
  const elapsed = useElapsed(lane);
  const { label, state, text, phase, run, because, messageId, isOriginal } = lane;
  const waits = run !== null && run.state !== 'running' && state !== 'failed' && state !== 'canceled';
  const facts = [
    ...(elapsed === undefined ? [] : [elapsed]),
    ...(lane.tokensIn + lane.tokensOut === 0
      ? []
      : [
          t('conversation:meter.tokens', {
            input: formatCount(lane.tokensIn, i18n.language),
            output: formatCount(lane.tokensOut, i18n.language),
          }),
        ]),
    ...(lane.cost === null ? [] : [formatMoney(lane.cost, i18n.language)]),
  ];
  return (
    <section aria-label={label} className="flex min-w-0 flex-col rounded-lg border border-line bg-raised">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-b px-4 py-2.5">
        <h3 className="min-w-0 truncate font-semibold">
          <bdi>{label}</bdi>
        </h3>
        <Badge tone={toneOfLane[state]}>
          {t(`answers.state.${waits && state === 'interrupted' ? 'waits' : state}`)}
        </Badge>
        {isOriginal && <Badge>{t('answers.original')}</Badge>}
        <p className="w-full text-faint text-xs tabular-nums">
          {facts.length === 0 ? t('answers.nothingYet') : facts.join(' · ')}
        </p>
      </header>
      <div className="flex min-h-32 flex-1 flex-col gap-3 px-4 py-3 [&_div]:max-w-none">
        {isAtWork(lane) && !waits && (
          <p className="flex items-center gap-2 text-muted text-sm">
            {state === 'running' && <Spinner size={13} />}
            {run?.item
              ? t('status.step', { at: run.item.at, of: run.item.of, label: run.item.label })
              : state === 'queued'
                ? t('answers.waitsItsTurn')
                : t(phase !== null && phases.includes(phase) ? `status.${phase}` : 'status.starting')}
          </p>
        )}
        {because !== null && !waits && (
          <p className="text-danger-text text-sm">{refusalText({ ...because, retry: { kind: 'not_retryable' } })}</p>
        )}
        {text !== '' && <Markdown whileLoading={<SkeletonLines lines={2} />} text={text} />}
        {text === '' && !isAtWork(lane) && because === null && !waits && (
          <p className="text-muted text-sm">{t('answers.noText')}</p>
        )}
        {waits && (
          <TalkContext value={talk}>
            <RunStrip run={run} models={models} onDenied={() => {}} onAnswered={() => {}} />
          </TalkContext>
        )}
      </div>
      <footer className="flex flex-wrap gap-2 border-line border-t px-4 py-2.5">
        {lane.isChoosable && (
          <Button size="sm" tone="primary" icon={<Check size={13} />} onClick={onChoose}>
            {t('answers.choose')}
          </Button>
        )}
        {isAtWork(lane) && (
          <Button size="sm" icon={<Square size={12} />} onClick={() => void talk.stop()}>
            {t('answers.cancelLane')}
          </Button>
        )}
        {!isOriginal && !waits && (state === 'failed' || state === 'canceled' || state === 'interrupted') && (
          <Button size="sm" icon={<RotateCcw size={13} />} onClick={() => void talk.resume()}>
            {t('answers.retry')}
          </Button>
        )}
        {messageId !== null && (
          <Button size="sm" tone="quiet" icon={<ListTree size={13} />} onClick={() => onTrace(messageId)}>
            {t('chat.trace')}
          </Button>
        )}
      </footer>
    </section>
  );
};
