import { ChevronRight } from 'lucide-react';
import { Direction } from 'radix-ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { type TreeNode, treeMove, visibleRows } from './tree.ts';

type Props = {
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly selected?: string;
  readonly onSelect: (id: string) => void;
  readonly initiallyOpen?: readonly string[];
};

export const TreeList = ({ label, nodes, selected, onSelect, initiallyOpen = [] }: Props) => {
  const direction = Direction.useDirection();
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(() => new Set(initiallyOpen));
  const rows = visibleRows(nodes, openIds);
  const [focused, setFocused] = useState(selected ?? rows[0]?.node.id);
  const tabStop = rows.some(({ node }) => node.id === focused) ? focused : rows[0]?.node.id;
  const elementById = useRef(new Map<string, HTMLElement>());

  const setOpen = (id: string, open: boolean) => {
    const next = new Set(openIds);
    if (open) next.add(id);
    else next.delete(id);
    setOpenIds(next);
  };
  const focus = (id: string) => {
    setFocused(id);
    elementById.current.get(id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return onSelect(id);
    }
    const move = treeMove(rows, id, event.key, direction);
    if (move === undefined) return;
    event.preventDefault();
    if ('focus' in move) focus(move.focus);
    else if ('open' in move) setOpen(move.open, true);
    else setOpen(move.close, false);
  };

  return (
    <div role="tree" aria-label={label} className="flex flex-col">
      {rows.map(({ node, depth, open, position, siblings }) => (
        <div
          key={node.id}
          ref={(element) => {
            if (element === null) elementById.current.delete(node.id);
            else elementById.current.set(node.id, element);
          }}
          role="treeitem"
          tabIndex={node.id === tabStop ? 0 : -1}
          aria-level={depth + 1}
          aria-posinset={position}
          aria-setsize={siblings}
          aria-expanded={open}
          aria-selected={node.id === selected}
          onClick={() => {
            focus(node.id);
            if (open === undefined) onSelect(node.id);
            else setOpen(node.id, !open);
          }}
          onKeyDown={(event) => onKeyDown(event, node.id)}
          style={{ paddingInlineStart: `${8 + depth * 16}px` }}
          className={classNames(
            'flex h-7 cursor-default items-center gap-1.5 rounded-sm pe-2 text-base outline-offset-[-2px] select-none',
            node.id === selected ? 'bg-accent-soft text-accent-text' : 'hover:bg-hover',
          )}
        >
          <span className={classNames('text-faint', open === undefined && 'invisible')}>
            <span className="mirror-rtl block">
              <ChevronRight
                size={14}
                aria-hidden="true"
                className={classNames('transition-transform duration-100', open === true && 'rotate-90')}
              />
            </span>
          </span>
          <span className="min-w-0 flex-1 truncate">
            <bdi>{node.label}</bdi>
          </span>
          {node.note !== undefined && <span className="text-faint text-xs">{node.note}</span>}
        </div>
      ))}
    </div>
  );
};
