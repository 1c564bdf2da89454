import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type Props = {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** The row a tab key reaches; arrow keys go on from it. */
  readonly at: number;
  readonly onMove: (index: number) => void;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number, tabStop: boolean) => ReactNode;
  /** Told which rows are in sight. */
  readonly onShown?: (first: number, last: number) => void;
  readonly className?: string;
};

/**
 * At once, and once: the virtualizer's own way goes on trying for some frames, and on a slow machine its first try
 * would undo where a key has led meanwhile.
 */
const bringIntoSight = (box: HTMLElement | null, index: number, rowHeight: number): void => {
  if (box === null) return;
  const top = index * rowHeight;
  const most = top + rowHeight - box.clientHeight;
  box.scrollTop = Math.min(top, Math.max(most, box.scrollTop));
};

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Thousands of rows, a screenful of elements. Each row holds one link or button, which takes the focus. */
export const VirtualList = ({ label, count, rowHeight, at, onMove, keyOf, row, onShown, className }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const last = count - 1;
  const tabStop = Math.max(0, Math.min(at, last));
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // Out of sight too, or no tab key would reach the list, and a focus would be lost by scrolling.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), tabStop])].sort((a, b) => a - b),
  });
  const [firstShown, lastShown] = [virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0];
  useEffect(() => onShown?.(firstShown, lastShown), [onShown, firstShown, lastShown]);
  const opensAt = useRef(tabStop);
  useEffect(() => bringIntoSight(box.current, opensAt.current, rowHeight), [rowHeight]);
  // The box keeps the focus between a key and the drawing of the row it leads to, which may have to be fetched first.
  useEffect(() => {
    if (document.activeElement !== box.current) return;
    box.current?.querySelector<HTMLElement>(`[data-row="${tabStop}"] :is(a, button)`)?.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    const wanted =
      event.key === 'Home' ? 0 : event.key === 'End' ? last : move === undefined ? undefined : tabStop + move;
    if (wanted === undefined) return;
    event.preventDefault();
    const target = Math.max(0, Math.min(last, wanted));
    onMove(target);
    bringIntoSight(box.current, target, rowHeight);
    if (target !== tabStop) box.current?.focus({ preventScroll: true });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus; the box hears their arrow keys
    <div
      ref={box}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={classNames('overflow-y-auto outline-none', className)}
    >
      <ol aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <li
            key={keyOf(index)}
            data-row={index}
            aria-posinset={index + 1}
            aria-setsize={count}
            className="absolute inset-x-0 border-line border-b"
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {row(index, index === tabStop)}
          </li>
        ))}
      </ol>
    </div>
  );
};
