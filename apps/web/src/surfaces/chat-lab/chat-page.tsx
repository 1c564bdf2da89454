import { MessageSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../client/use-draft.ts';
import { Announcer } from '../../conversation/announcer.tsx';
import { Composer } from '../../conversation/composer.tsx';
import { RunStrip } from '../../conversation/run-strip.tsx';
import { isUnderWay, TalkContext } from '../../conversation/talk.ts';
import { Transcript } from '../../conversation/transcript.tsx';
import { useRefusalText } from '../../i18n/use-refusal-text.ts';
import { usePageCommands } from '../../palette/page-commands.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { usePageDrop } from '../../ui/upload/use-page-drop.ts';
import { ChatHeader } from './chat-header.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { FilesPanel } from './files-panel.tsx';
import { useChat } from './use-chat.ts';

const ChatPage = () => {
  const { t } = useTranslation(['chatLab', 'shell']);
  const refusalText = useRefusalText();
  const chat = useChat();
  const { text, setText } = useDraft('chat');
  const composer = useRef<HTMLTextAreaElement>(null);
  const { view, models } = chat;
  const run = view?.run ?? null;
  const underWay = isUnderWay(run);
  const stop = useRef(chat.stop);
  stop.current = chat.stop;

  const isReady = view !== undefined && models !== undefined;
  useEffect(() => {
    if (isReady) composer.current?.focus({ preventScroll: true });
  }, [isReady]);
  usePageCommands([
    {
      id: 'chatLab.write',
      title: 'conversation:composer.label',
      group: 'shell:palette.page',
      icon: MessageSquare,
      shortcut: '/',
      run: () => composer.current?.focus(),
    },
  ]);
  usePageDrop(t('files.take'), async ({ files }) => {
    for (const { path, file } of files) await chat.addFile(path.split('/').at(-1) ?? path, file);
  });

  // Escape reaches the page only when no dialog or list above it took it.
  useEffect(() => {
    if (!underWay) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      stop.current().catch(console.error);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [underWay]);

  if (view === undefined || models === undefined) {
    return (
      <div aria-busy={chat.refusal === undefined} className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-5 py-8">
        <h1 className="font-semibold text-xl">{t('title')}</h1>
        {chat.refusal === undefined ? (
          <SkeletonLines lines={6} />
        ) : (
          <Banner
            tone="danger"
            title={refusalText(chat.refusal)}
            action={
              <Button size="sm" onClick={chat.reload}>
                {t('shell:tryAgain')}
              </Button>
            }
          />
        )}
      </div>
    );
  }

  // The box is free at once, for what comes next; what was refused comes back unless something else stands there.
  const giveBack = (said: string) => setText((now) => (now === '' ? said : now));
  const say = async (said: string) => {
    setText('');
    composer.current?.focus();
    if ((await chat.say(said)) === undefined) giveBack(said);
  };
  // Whoever has gone on to something else meanwhile, or is asked the next thing, is left there.
  const backToComposer = (card: HTMLElement | null) => {
    const at = document.activeElement;
    if (at === document.body || card?.contains(at)) composer.current?.focus();
  };
  const offer = (words: string) => {
    setText(words);
    composer.current?.focus();
  };
  const lastSaid = view.items.findLast((item) => item.kind === 'user');
  return (
    <TalkContext value={chat.talk}>
      <div className="flex h-full min-h-[34rem] flex-col">
        <ChatHeader chat={chat} view={view} models={models} />
        <div className="flex min-h-0 flex-1">
          <section aria-label={t('transcript')} className="flex min-w-0 flex-1 flex-col">
            {view.items.length === 0 ? (
              <EmptyChat chat={chat} files={view.files} onOffer={offer} />
            ) : (
              <Transcript items={view.items} models={models.models} run={run} />
            )}
            <div className="mx-auto w-full max-w-3xl px-4 pb-4 @2xl:px-6">
              {run !== null && (
                <RunStrip
                  run={run}
                  models={models}
                  onDenied={(card) => {
                    if (lastSaid?.kind === 'user') giveBack(lastSaid.text);
                    backToComposer(card);
                  }}
                  onAnswered={backToComposer}
                />
              )}
              <Composer
                field={composer}
                text={text}
                onText={setText}
                onSay={(said) => void say(said)}
                onStop={() => void chat.stop()}
                isUnderWay={underWay}
                modelId={chat.modelId}
                models={models}
              />
            </div>
          </section>
          <aside
            aria-label={t('files.title')}
            className="hidden w-72 shrink-0 overflow-y-auto border-line border-s bg-sunken/50 @3xl:block"
          >
            <FilesPanel chat={chat} files={view.files} isUnderWay={underWay} />
          </aside>
        </div>
        <Announcer items={view.items} run={run} models={models.models} />
      </div>
    </TalkContext>
  );
};

export default ChatPage;
