import type { WorkbenchItem } from '@atelier/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Columns3, Ellipsis, GitCompare, ListTree, PencilLine, RefreshCw, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { MenuItem } from '../../../ui/menu-items.tsx';
import { useBench } from '../bench/bench-context.ts';
import type { RewindWish } from '../time/rewind-dialog.tsx';

type Props = {
  readonly item: Extract<WorkbenchItem, { kind: 'user' | 'assistant' }>;
  readonly onWish: (wish: RewindWish) => void;
  readonly onTrace: (messageId: string) => void;
  /** Of the answer to the last question: other models can answer it too. */
  readonly onTry?: (messageId: string) => void;
};

const quiet =
  'size-7 opacity-0 disabled:opacity-0 focus-visible:opacity-100 group-hover/said:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100';

/** What can be done from a message: go back to it, ask again, look at how it was made. */
export const MessageActions = memo(({ item, onWish, onTrace, onTry }: Props) => {
  const { t } = useTranslation('workshop');
  const { view, workbenchId } = useBench();
  const navigate = useNavigate();
  const isRunning = view.state === 'running';
  const isHead = view.head === item.id;
  const compare = () =>
    navigate({
      to: '/workshop/$workbenchId/compare',
      params: { workbenchId } as never,
      search: { from: `message:${item.id}`, to: view.draft === null ? 'published' : 'draft' } as never,
    }).catch(console.error);
  const regenerate = { icon: <RefreshCw size={14} />, disabled: isRunning };
  const items: readonly MenuItem[] = [
    // The same as the arrow, in words: a finger finds no tooltip.
    ...(isHead
      ? []
      : [
          {
            id: 'rewind',
            label: t('chat.rewind'),
            icon: <Undo2 size={14} className="mirror-rtl" />,
            disabled: isRunning,
            onSelect: () => onWish({ kind: 'rewind', messageId: item.id }),
          },
        ]),
    ...(item.kind === 'assistant'
      ? [
          {
            id: 'regenerate',
            label: t('chat.regenerate'),
            ...regenerate,
            onSelect: () => onWish({ kind: 'regenerate', messageId: item.id }),
          },
          ...(onTry === undefined
            ? []
            : [
                {
                  id: 'try',
                  label: t('answers.try'),
                  icon: <Columns3 size={14} />,
                  disabled: isRunning || view.state === 'comparing',
                  onSelect: () => onTry(item.id),
                },
              ]),
          {
            id: 'trace',
            label: t('chat.trace'),
            icon: <ListTree size={14} />,
            onSelect: () => onTrace(item.id),
          },
        ]
      : [
          {
            id: 'edit',
            label: t('chat.editResend'),
            icon: <PencilLine size={14} />,
            disabled: isRunning,
            onSelect: () => onWish({ kind: 'edit', messageId: item.id, text: item.text }),
          },
        ]),
    { id: 'compare', label: t('chat.compareNow'), icon: <GitCompare size={14} />, onSelect: () => void compare() },
  ];
  return (
    <>
      {/* The chat stands at its head already. */}
      {!isHead && (
        <IconButton
          label={t('chat.rewind')}
          icon={<Undo2 size={14} className="mirror-rtl" />}
          disabled={isRunning}
          onClick={() => onWish({ kind: 'rewind', messageId: item.id })}
          className={quiet}
        />
      )}
      <Menu
        trigger={
          <IconButton label={t('chat.actions')} tooltip={false} icon={<Ellipsis size={14} />} className={quiet} />
        }
        items={items}
      />
    </>
  );
});
