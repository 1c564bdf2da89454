import type { WorkbenchView } from '@atelier/contracts';
import { useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunStrip } from '../../../conversation/run-strip.tsx';
import { isUnderWay } from '../../../conversation/talk.ts';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { useIsViewer } from '../../../people/use-people.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { LongListHandle } from '../../../ui/long-list.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useToastFloor } from '../../../ui/use-toast-floor.ts';
import { CompareBar } from '../answers/compare-bar.tsx';
import { TryDialog } from '../answers/try-dialog.tsx';
import { useBench } from '../bench/bench-context.ts';
import { useAsked } from '../bench/use-asked.ts';
import { useKeyCommand } from '../bench/use-bench-keys.ts';
import { RewindDialog, type RewindWish } from '../time/rewind-dialog.tsx';
import { BenchComposer, type ComposerHandle } from './bench-composer.tsx';
import { BenchTranscript } from './bench-transcript.tsx';
import { DraftBar } from './draft-bar.tsx';
import { EmptyTalk } from './empty-talk.tsx';
import { FindBar } from './find-bar.tsx';
import { isPlanOpen, PlanEditor } from './plan-editor.tsx';
import { QuestionCard } from './question-card.tsx';
import { RewoundBar } from './rewound-bar.tsx';
import { RunStatus } from './run-status.tsx';
import { TraceSheet } from './trace-sheet.tsx';
import { useHistory } from './use-history.ts';
import { useMarkedWords } from './use-marked-words.ts';
import { usePlace } from './use-place.ts';

/** The chat of a Workbench: what was said and done, and the box for what comes next, or the bar of its Draft. */
const ChatPage = () => {
  const { t } = useTranslation('workshop');
  const { view, models, workbenchId } = useBench();
  const isViewer = useIsViewer();
  const history = useHistory();
  const list = useRef<LongListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [wish, setWish] = useState<RewindWish>();
  const [traced, setTraced] = useState<string>();
  /** The answer, or the open question, that other models are to answer. */
  const [tried, setTried] = useState<string>();
  /** The end of the path that the last change of a message left. */
  const [left, setLeft] = useState<string>();
  const place = usePlace(list, history.reach);
  const [isFinding, setFinding] = useState(false);
  const [found, setFound] = useState<string>();
  /** Words that are searched for; marked wherever they are in sight. */
  const [words, setWords] = useState('');
  const marked = useMarkedWords(words);
  const floor = useRef<HTMLDivElement>(null);
  useToastFloor(floor);
  /** Where the list goes once it has been drawn with what was fetched for it. */
  const [goal, setGoal] = useState<
    { readonly at: 'end' } | { readonly at: 'found' | 'focused'; readonly key: string }
  >();
  useEffect(() => {
    if (goal?.at === 'end') list.current?.toEnd();
    else if (goal?.at === 'found') list.current?.reveal(goal.key);
    else if (goal?.at === 'focused') list.current?.jumpTo(goal.key);
  }, [goal]);
  const { run, draft } = view;
  const command = useKeyCommand();
  usePageCommands([command('find', Search, () => setFinding(true))]);
  useAsked({
    composer: () => composer.current?.focus(),
    find: () => setFinding(true),
    regenerate: () => {
      if (view.head !== null) setWish({ kind: 'regenerate', messageId: view.head });
    },
    rewind: () => {
      const focused = document.activeElement?.closest('[data-message]')?.getAttribute('data-message');
      if (focused) setWish({ kind: 'rewind', messageId: focused });
    },
  });
  // Whoever has gone on to something else meanwhile, or is asked the next thing, is left there.
  const backToComposer = (card: HTMLElement | null) => {
    const at = document.activeElement;
    if (at === document.body || card?.contains(at)) composer.current?.focus();
  };
  const { message } = useSearch({ strict: false }) as { readonly message?: string };
  const go = useRef((_: string, __: 'found' | 'focused') => {});
  go.current = (messageId, at) => {
    history.reach(messageId).then((key) => {
      if (key === undefined) return toasts.show({ title: t('past.leftChat'), detail: t('past.leftChatDetail') });
      setFound(messageId);
      setGoal({ at, key });
    }, console.error);
  };
  useEffect(() => {
    if (message !== undefined) go.current(message, 'focused');
  }, [message]);
  const below = history.isApart
    ? {
        onNewer: history.loadNewer,
        onNewest: () => {
          history.toNewest();
          setGoal({ at: 'end' });
        },
      }
    : undefined;
  const lastAsked = view.items.findLast((item) => item.kind === 'user');
  // A question or a plan has its own way on; a second one beside it would go past the answer.
  const isAsked = view.question !== null || isPlanOpen(view);
  const showsStrip = run !== null && !isAsked && !(run.state === 'running' || (draft !== null && isHalted(run.state)));
  return (
    <section ref={marked} aria-label={t('chat.label')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {isFinding && (
        <FindBar
          onClose={() => {
            setFinding(false);
            setFound(undefined);
            setWords('');
            composer.current?.focus();
          }}
          onWords={setWords}
          onGo={(messageId) => go.current(messageId, 'found')}
        />
      )}
      {view.earlier === 0 && view.items.every(isBeforeTheFirst) ? (
        <EmptyTalk onOffer={(text) => composer.current?.offer(text)} />
      ) : (
        <BenchTranscript
          key={workbenchId}
          items={history.items}
          earlier={history.earlier}
          onOlder={history.loadOlder}
          below={below}
          handle={list}
          found={found}
          onPlace={place.keep}
          onWish={setWish}
          onTrace={setTraced}
          onTry={setTried}
        />
      )}
      <div ref={floor} className="mx-auto w-full max-w-3xl px-4 pb-4 @2xl:px-6">
        {isViewer ? (
          <Banner title={t('bench.lookOnly')} />
        ) : (
          <>
            <RewoundBar onWish={setWish} onTry={setTried} left={left} onLeft={setLeft} />
            {run?.state === 'running' && <RunStatus />}
            {view.question !== null && <QuestionCard key={view.question.text} question={view.question} />}
            {isPlanOpen(view) && <PlanEditor />}
            {showsStrip && (
              <RunStrip
                run={run}
                models={models}
                onDenied={(card) => {
                  if (lastAsked?.kind === 'user') composer.current?.giveBack(lastAsked.text);
                  backToComposer(card);
                }}
                onAnswered={backToComposer}
              />
            )}
            {view.state === 'comparing' ? (
              <CompareBar />
            ) : isAsked ? null : draft !== null &&
              !isUnderWay(run) &&
              !(view.settings.refineInDraft && view.state === 'draft_ready') ? (
              <DraftBar />
            ) : (
              <>
                {draft !== null && !isUnderWay(run) && <DraftBar />}
                <BenchComposer
                  handle={composer}
                  onSaid={() => {
                    if (history.isApart) history.toNewest();
                    setGoal({ at: 'end' });
                  }}
                />
              </>
            )}
          </>
        )}
      </div>
      {wish !== undefined && (
        <RewindDialog
          key={`${wish.kind} ${wish.messageId}`}
          wish={wish}
          onResent={setLeft}
          onClose={() => {
            setWish(undefined);
            composer.current?.focus();
          }}
        />
      )}
      {tried !== undefined && <TryDialog messageId={tried} onClose={() => setTried(undefined)} />}
      {traced !== undefined && <TraceSheet messageId={traced} onClose={() => setTraced(undefined)} />}
    </section>
  );
};

/** Choosing a model says nothing yet: the chat still offers what can be asked. */
const isBeforeTheFirst = (item: WorkbenchView['items'][number]): boolean =>
  item.kind === 'card' && item.event === 'model_switched';

const isHalted = (state: string): boolean => state === 'paused' || state === 'stopped';

export default ChatPage;
