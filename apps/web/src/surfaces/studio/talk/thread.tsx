import type { StudioEvent, ThreadMessage } from '@atelier/contracts/studio';
import { ArrowDown } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { useSend } from '../../../client/use-send.ts';
import { useStickToEnd } from '../../../conversation/use-stick-to-end.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';
import { AnswerBeingWritten } from './answer-being-written.tsx';
import { MessageItem } from './message-item.tsx';
import { Starters } from './starters.tsx';

type Props = {
  readonly project: ProjectStore;
  readonly messages: readonly ThreadMessage[];
  readonly isFiltered: boolean;
  readonly onAction: (event: StudioEvent) => void;
  readonly onOffer: (text: string) => void;
};

/** What was said, oldest first, with the newest kept in sight. */
export const Thread = ({ project, messages, isFiltered, onAction, onOffer }: Props) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const { commands } = useAtelier();
  const send = useSend();
  const answers = useProjection(project.answers);
  const { box, list, isAtEnd, toEnd } = useStickToEnd();
  const [busy, setBusy] = useState(false);
  // Once something newer is asked, what the last answer offered is of no moment.
  const newest = view.messages.at(-1);
  const lastAnswer = newest?.role === 'user' ? undefined : newest?.id;
  const news = useProjection(project.news);
  const firstNew =
    news === undefined || news.messages === 0 ? undefined : messages.find(({ seq }) => seq >= news.from)?.id;
  const earlier = async () => {
    const first = view.messages[0];
    if (first === undefined) return;
    setBusy(true);
    const found = await send(commands.StudioThreadGet({ projectId: project.projectId, before: first.seq, limit: 100 }));
    setBusy(false);
    if (found !== undefined) project.prepend(found.messages, found.earlier);
  };
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a log is no section of the page */}
      <div
        ref={box as RefObject<HTMLDivElement>}
        role="group"
        aria-label={t('talk.thread')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="absolute inset-0 overflow-y-auto px-4 py-4 outline-offset-[-2px]"
      >
        {view.earlierMessages > 0 && (
          <div className="mb-4 flex justify-center">
            <Button size="sm" busy={busy} onClick={() => void earlier()}>
              {t('talk.earlier', { count: view.earlierMessages })}
            </Button>
          </div>
        )}
        <div ref={list}>
          <ol className="flex flex-col gap-4">
            {messages.map((message) => (
              <li key={message.id}>
                {message.id === firstNew && <NewFromHere />}
                <MessageItem
                  message={message}
                  view={view}
                  answer={message.role === 'user' ? undefined : answers.get(message.turnId)}
                  isLast={message.id === lastAnswer}
                  onAction={onAction}
                />
              </li>
            ))}
          </ol>
          <AnswerBeingWritten project={project} />
        </div>
        {messages.length === 0 &&
          (isFiltered ? (
            <EmptyState title={t('talk.noMatch')} />
          ) : view.role === 'viewer' ? (
            <EmptyState title={t(view.canSeeCosts ? 'talk.nothingSaid' : 'talk.hidden')}>
              {!view.canSeeCosts && t('talk.hiddenDetail')}
            </EmptyState>
          ) : (
            <Starters stage={view.project.projectStage} hasElements={view.elements.length > 0} onOffer={onOffer} />
          ))}
      </div>
      {!isAtEnd && (
        <Button
          size="sm"
          className="absolute inset-x-0 bottom-3 mx-auto w-fit shadow-high"
          icon={<ArrowDown size={13} />}
          onClick={toEnd}
        >
          {t('talk.toEnd')}
        </Button>
      )}
    </div>
  );
};

const NewFromHere = () => {
  const { t } = useTranslation('studio');
  return (
    <p className="mb-4 flex items-center gap-3 font-medium text-accent-text text-sm before:h-px before:flex-1 before:bg-accent/40 after:h-px after:flex-1 after:bg-accent/40">
      {t('news.here')}
    </p>
  );
};
