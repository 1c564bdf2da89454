import type { WorkbenchItem } from '@atelier/contracts';
import { memo, type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { AssistantItem } from '../../../conversation/assistant-item.tsx';
import { NoteItem } from '../../../conversation/note-item.tsx';
import { isUnderWay } from '../../../conversation/talk.ts';
import { ToolCard } from '../../../conversation/tool-card.tsx';
import { UserItem } from '../../../conversation/user-item.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LongList, type LongListHandle } from '../../../ui/long-list.tsx';
import { useBench } from '../bench/bench-context.ts';
import type { RewindWish } from '../time/rewind-dialog.tsx';
import { BenchCard } from './bench-card.tsx';
import { EarlierAnswers } from './earlier-answers.tsx';
import { InterruptedActions } from './interrupted-actions.tsx';
import { MessageActions } from './message-actions.tsx';
import { keyOf, questionOf } from './message-items.ts';

type Props = {
  readonly items: readonly WorkbenchItem[];
  readonly earlier: number;
  readonly onOlder: () => void;
  /** The newest messages are not here: what fetches the next ones, and what goes to the newest. */
  readonly below?: { readonly onNewer: () => void; readonly onNewest: () => void } | undefined;
  readonly handle: Ref<LongListHandle>;
  /** A message that was searched for: marked. */
  readonly found: string | undefined;
  /** Told what stands at the top; undefined at the end. */
  readonly onPlace: (key: string | undefined) => void;
  readonly onWish: (wish: RewindWish) => void;
  readonly onTrace: (messageId: string) => void;
  readonly onTry: (messageId: string) => void;
};

/** Everything said and done on the active path: a screenful of elements however long it is. */
export const BenchTranscript = (props: Props) => {
  const { items, earlier, onOlder, below, handle, found, onPlace, onWish, onTrace, onTry } = props;
  const { t } = useTranslation(['workshop', 'conversation']);
  const { view, models } = useBench();
  const { run } = view;
  const last = below === undefined ? items.at(-1) : undefined;
  // Other models answer the last question only: what came after an earlier one would be lost.
  const question = below === undefined ? items.findLastIndex(({ kind }) => kind === 'user') : items.length;
  // A line about the run may stand under it.
  const answer = items.findLast(({ kind }, index) => kind === 'assistant' && index > question);
  const render = useCallback(
    (item: WorkbenchItem, index: number) => (
      <div
        data-message={item.kind === 'note' ? undefined : item.id}
        className={classNames(
          'mx-auto w-full max-w-[720px] px-4 pb-4 @2xl:px-6',
          index === 0 && 'pt-6',
          item.id === found && 'rounded-md bg-accent-soft',
        )}
      >
        {index === 0 && earlier > 0 && (
          <p className="flex justify-center pb-4">
            <Button size="sm" tone="quiet" onClick={onOlder}>
              {t('chat.older')} ({t('chat.earlier', { count: earlier })})
            </Button>
          </p>
        )}
        <Item
          item={item}
          isLast={run === null && item === last}
          isOpen={item === answer && !isUnderWay(run)}
          isHeld={run?.state === 'retrying'}
          models={models.models}
          onWish={onWish}
          onTrace={onTrace}
          {...(index > question ? { onTry } : {})}
          {...(endsAnswer(items, index) ? { questionId: questionOf(items, item.id) } : {})}
        />
      </div>
    ),
    [items, found, earlier, onOlder, t, run, last, answer, question, models, onWish, onTrace, onTry],
  );
  return (
    <LongList
      label={t('conversation:messages')}
      items={items}
      keyOf={keyOf}
      render={render}
      follows
      onNearStart={onOlder}
      onNearEnd={below?.onNewer}
      onEnd={below?.onNewest}
      handle={handle}
      onPlace={onPlace}
      className="flex-1"
    />
  );
};

type ItemProps = {
  readonly item: WorkbenchItem;
  readonly isLast: boolean;
  /** The last answer, and nothing is under way. */
  readonly isOpen: boolean;
  readonly isHeld: boolean;
  readonly models: ReturnType<typeof useBench>['models']['models'];
  readonly onWish: (wish: RewindWish) => void;
  readonly onTrace: (messageId: string) => void;
  readonly onTry?: (messageId: string) => void;
  /** Of the last answer to a question: other answers to it may be kept. */
  readonly questionId?: string | undefined;
};

/** Whether nothing else of an answer follows: the next thing is a question, a card, or nothing. */
const endsAnswer = (items: readonly WorkbenchItem[], index: number): boolean =>
  items[index]?.kind === 'assistant' &&
  items.slice(index + 1).find(({ kind }) => kind !== 'note' && kind !== 'tool')?.kind !== 'assistant';

/** An answer tells what it did as if it were done; while it waits in the Draft, that is said beside it. */
const InDraft = ({ messageId }: { readonly messageId: string }) => {
  const { t } = useTranslation('workshop');
  const { view } = useBench();
  const isOpen = view.state === 'draft_ready' || view.state === 'draft_incomplete';
  if (!isOpen || view.head !== messageId || view.draft?.source.kind !== 'workshop') return null;
  return <p className="pt-1.5 text-draft-text text-sm">{t('draftBar.notPublished')}</p>;
};

/** The list is drawn again whenever a height is measured; what it holds is not. */
const Item = memo(({ item, isLast, isOpen, isHeld, models, onWish, onTrace, onTry, questionId }: ItemProps) => {
  switch (item.kind) {
    case 'user':
      return (
        <UserItem
          text={item.text}
          at={item.at}
          actions={<MessageActions item={item} onWish={onWish} onTrace={onTrace} />}
        />
      );
    case 'assistant':
      return (
        <>
          <AssistantItem
            item={item}
            models={models}
            isHeld={isHeld && item.state === 'streaming'}
            isLast={isLast}
            actions={
              item.state !== 'streaming' && (
                <MessageActions
                  item={item}
                  onWish={onWish}
                  onTrace={onTrace}
                  {...(onTry === undefined ? {} : { onTry })}
                />
              )
            }
          />
          <InDraft messageId={item.id} />
          {questionId !== undefined && item.state !== 'streaming' && <EarlierAnswers questionId={questionId} />}
          {item.state === 'interrupted' && isOpen && <InterruptedActions messageId={item.id} onWish={onWish} />}
        </>
      );
    case 'tool':
      return <ToolCard item={item} />;
    case 'note':
      return <NoteItem item={item} models={models} />;
    case 'card':
      return <BenchCard item={item} isLast={isLast} onWish={onWish} />;
  }
});
