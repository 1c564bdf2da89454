import type { ConversationItem, ConversationRun, ModelRow } from '@atelier/contracts';
import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { AssistantItem } from './assistant-item.tsx';
import { NoteItem } from './note-item.tsx';
import { ToolCard, ToolSteps } from './tool-card.tsx';
import { useStickToEnd } from './use-stick-to-end.ts';
import { UserItem } from './user-item.tsx';

type Props = {
  readonly items: readonly ConversationItem[];
  readonly models: readonly ModelRow[];
  readonly run: ConversationRun | null;
};

/** Everything said and done, in order; it follows the text down unless somebody scrolled up to read. */
export const Transcript = ({ items, models, run }: Props) => {
  const { t } = useTranslation('conversation');
  const { box, list, isAtEnd, toEnd } = useStickToEnd();
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={box}
        aria-label={t('messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto outline-offset-[-2px]"
      >
        <ol ref={list} className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 py-6 @2xl:px-6">
          {groupsOf(items).map((group) => {
            const [item] = group;
            return (
              <li key={`${item.kind} ${item.id}`}>
                {group.length > 1 ? (
                  <ToolSteps items={group.filter((each) => each.kind === 'tool')} />
                ) : (
                  <Item
                    item={item}
                    models={models}
                    isHeld={run?.state === 'retrying'}
                    isLast={run === null && item === items.at(-1)}
                  />
                )}
              </li>
            );
          })}
        </ol>
      </section>
      {!isAtEnd && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button size="sm" icon={<ArrowDown size={13} />} onClick={toEnd} className="pointer-events-auto rounded-full">
            {t('toEnd')}
          </Button>
        </div>
      )}
    </div>
  );
};

type Group = readonly [ConversationItem, ...ConversationItem[]];

/** Calls made one after another belong together. */
const groupsOf = (items: readonly ConversationItem[]): readonly Group[] => {
  const groups: [ConversationItem, ...ConversationItem[]][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.kind === 'tool' && last?.[0].kind === 'tool') last.push(item);
    else groups.push([item]);
  }
  return groups;
};

type ItemProps = {
  readonly item: ConversationItem;
  readonly models: readonly ModelRow[];
  readonly isHeld: boolean;
  readonly isLast: boolean;
};

const Item = ({ item, models, isHeld, isLast }: ItemProps) => {
  switch (item.kind) {
    case 'user':
      return <UserItem text={item.text} at={item.at} />;
    case 'assistant':
      return (
        <AssistantItem item={item} models={models} isHeld={isHeld && item.state === 'streaming'} isLast={isLast} />
      );
    case 'tool':
      return <ToolCard item={item} />;
    case 'note':
      return <NoteItem item={item} models={models} />;
  }
};
