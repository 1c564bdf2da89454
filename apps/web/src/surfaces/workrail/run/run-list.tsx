import type { RunView } from '@atelier/contracts';
import { treeOf } from '@atelier/rails/view';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { Ago } from '../parts/ago.tsx';
import { ItemFace } from './item-face.tsx';

type Props = {
  readonly run: RunView;
  readonly selected: string | undefined;
  readonly onSelect: (nodeId: string) => void;
};

const rowHeight = 52;
const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The same run in the order it happened. */
export const RunList = ({ run, selected, onSelect }: Props) => {
  const { t } = useTranslation('workrail');
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => {
    const tree = treeOf(run.nodes, run.preferredTipId);
    return [...run.nodes]
      .sort((a, b) => a.seq - b.seq)
      .map((node) => ({
        kind: 'node' as const,
        id: node.nodeId,
        lane: 0,
        row: 0,
        node,
        onPath: tree.path.has(node.nodeId),
        isTip: node.kind !== 'checkpoint' && tree.childrenOf(node.nodeId).length === 0,
        passId: null,
      }));
  }, [run]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === selected),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const last = rows.length - 1;
    const move = moves[event.key];
    const target =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : move === undefined
            ? undefined
            : Math.max(0, Math.min(last, at + move));
    const row = target === undefined ? undefined : rows[target];
    if (target === undefined || row === undefined) return;
    event.preventDefault();
    onSelect(row.id);
    virtual.scrollToIndex(target);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus; the box hears their arrow keys
    <div ref={box} onKeyDown={onKeyDown} className="absolute inset-0 overflow-y-auto">
      <ol aria-label={t('run.list')} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={row.id}
              className="absolute inset-x-0 border-line border-b"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                data-row={row.id}
                tabIndex={index === at ? 0 : -1}
                aria-pressed={row.id === selected}
                onClick={() => onSelect(row.id)}
                className={classNames(
                  'flex h-full w-full items-center gap-2.5 px-4 text-start outline-offset-[-2px]',
                  row.id === selected ? 'bg-accent-soft' : 'hover:bg-sunken',
                  !row.onPath && 'text-muted',
                )}
              >
                <ItemFace item={row} />
                <span className="shrink-0 text-faint text-xs">
                  <Ago at={row.node.at} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
};
