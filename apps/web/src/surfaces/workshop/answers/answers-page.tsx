import type { CompareLane, CompareView } from '@atelier/contracts';
import { Columns3, Square, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useWidth } from '../../../ui/panes/use-width.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useBench } from '../bench/bench-context.ts';
import { ChatLink } from '../bench/chat-link.tsx';
import { useKeyCommand } from '../bench/use-bench-keys.ts';
import { TraceSheet } from '../chat/trace-sheet.tsx';
import { type Choice, ChooseDialog } from './choose-dialog.tsx';
import { LaneCard } from './lane-card.tsx';
import { LaneDiff, type OpenFile } from './lane-diff.tsx';
import { isAtWork } from './lane-facts.ts';
import { LaneFiles } from './lane-files.tsx';
import { type Picks, takeChanges, takeFile } from './picks.ts';
import { useCompare } from './use-compare.ts';

/** The answers of several models to one question, side by side; one of them, or pieces of several, is chosen. */
const AnswersPage = () => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { workbenchId } = useBench();
  const refusalText = useRefusalText('workshop');
  const { compare, refusal } = useCompare(workbenchId);
  if (refusal?.code === 'COMPARE_NOT_OPEN')
    return (
      <EmptyState icon={<Columns3 size={18} />} title={t('answers.none')} action={<ChatLink />}>
        {t('answers.noneDetail')}
      </EmptyState>
    );
  if (refusal !== undefined)
    return (
      <div className="p-5">
        <Banner tone="danger" title={refusalText(refusal)} />
      </div>
    );
  if (compare === undefined)
    return (
      <div role="status" aria-busy="true" className="p-5">
        <span className="sr-only">{t('shell:loading')}</span>
        <SkeletonLines lines={6} />
      </div>
    );
  return <Answers key={compare.compareId} compare={compare} />;
};

const Answers = ({ compare }: { readonly compare: CompareView }) => {
  const { t } = useTranslation('workshop');
  const { acts } = useBench();
  const [choice, setChoice] = useState<Choice>();
  const [traced, setTraced] = useState<string>();
  const [open, setOpen] = useState<OpenFile>();
  const [picks, setPicks] = useState<Picks>({});
  const { lanes, files, question } = compare;
  const isBusy = lanes.some(isAtWork);
  const taken = Object.keys(picks).length;
  const command = useKeyCommand();
  usePageCommands(isBusy ? [command('cancel', Square, () => void acts.cancel())] : []);
  return (
    <section aria-label={t('answers.title')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2">
        <ChatLink />
        <div className="min-w-0 flex-1 basis-56">
          <h2 tabIndex={-1} className="font-semibold outline-none">
            {t('answers.title')}
          </h2>
          <p dir="auto" className="truncate text-muted text-sm" title={question}>
            <bdi>{question}</bdi>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isBusy && (
            <Button size="sm" icon={<Square size={12} />} onClick={() => void acts.cancel()}>
              {t('answers.stopAll')}
            </Button>
          )}
          <Button size="sm" tone="danger" icon={<X size={13} />} onClick={() => setChoice({ kind: 'close' })}>
            {t('answers.close')}
          </Button>
        </div>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 py-4">
        <Lanes compare={compare} onChoose={(lane) => setChoice({ kind: 'lane', lane })} onTrace={setTraced} />
        <section aria-label={t('answers.filesTitle')} className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1 basis-56">
              <h3 className="font-semibold">{t('answers.filesTitle')}</h3>
              <p className="text-muted text-sm">{t(files.length === 0 ? 'answers.noFiles' : 'answers.filesDetail')}</p>
            </div>
            {taken > 0 && (
              <Button tone="primary" onClick={() => setChoice({ kind: 'pieces', picks })}>
                {t('answers.takePieces', { count: taken })}
              </Button>
            )}
          </div>
          {files.length > 0 && (
            <LaneFiles
              compare={compare}
              picks={picks}
              onTake={(path, laneId) => setPicks(takeFile(picks, path, laneId))}
              onOpen={(path, laneId) => setOpen({ path, laneId })}
            />
          )}
          {open !== undefined && (
            <LaneDiff
              key={`${open.path} ${open.laneId}`}
              compare={compare}
              open={open}
              taken={picks[open.path]}
              onTake={(changes) => setPicks(takeChanges(picks, open.path, open.laneId, changes))}
              onClose={() => setOpen(undefined)}
            />
          )}
        </section>
      </div>
      <LanesSaid lanes={lanes} />
      {choice !== undefined && <ChooseDialog compare={compare} choice={choice} onClose={() => setChoice(undefined)} />}
      {traced !== undefined && <TraceSheet messageId={traced} onClose={() => setTraced(undefined)} />}
    </section>
  );
};

type LanesProps = {
  readonly compare: CompareView;
  readonly onChoose: (lane: CompareLane) => void;
  readonly onTrace: (messageId: string) => void;
};

/** Below this the answers are tabs. */
const roomForColumns = 1_100;

const Lanes = ({ compare: { compareId, lanes }, onChoose, onTrace }: LanesProps) => {
  const { t } = useTranslation('workshop');
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const card = (lane: CompareLane) => (
    <LaneCard key={lane.laneId} compareId={compareId} lane={lane} onChoose={() => onChoose(lane)} onTrace={onTrace} />
  );
  return (
    <div ref={box} className="min-w-0">
      {width !== undefined && width >= roomForColumns ? (
        <div className="grid gap-4" style={{ gridTemplateColumns: `repeat(${lanes.length}, minmax(0, 1fr))` }}>
          {lanes.map(card)}
        </div>
      ) : (
        <Tabs
          label={t('answers.lanes')}
          tabs={lanes.map((lane) => ({
            id: lane.laneId,
            label: `${lane.label} · ${t(`answers.state.${lane.state}`)}`,
            content: card(lane),
          }))}
        />
      )}
    </div>
  );
};

/** For ears: a lane that has ended, once. */
const LanesSaid = ({ lanes }: { readonly lanes: readonly CompareLane[] }) => {
  const { t } = useTranslation('workshop');
  const [said, setSaid] = useState('');
  const known = useRef(new Map(lanes.map(({ laneId, state }) => [laneId, state])));
  useEffect(() => {
    const ended = lanes.filter((lane) => known.current.get(lane.laneId) !== lane.state && !isAtWork(lane));
    known.current = new Map(lanes.map(({ laneId, state }) => [laneId, state]));
    if (ended.length > 0)
      setSaid(ended.map(({ label, state }) => `${label}: ${t(`answers.state.${state}`)}`).join('. '));
  }, [lanes, t]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
};

export default AnswersPage;
