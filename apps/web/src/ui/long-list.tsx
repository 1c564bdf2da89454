import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

export type LongListHandle = {
  /** Brings an item into sight and puts the focus on it. */
  readonly jumpTo: (key: string) => void;
  /** Brings an item into the middle and leaves the focus where it is. */
  readonly reveal: (key: string) => void;
  readonly toEnd: () => void;
  /** Brings an item to the top and leaves the focus where it is. */
  readonly show: (key: string) => void;
};

type Props<Item> = {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly render: (item: Item, index: number) => ReactNode;
  /** About how high an item is, until it was measured. */
  readonly estimate?: number;
  /** Opens at its end and stays there while text arrives, as a conversation does. Otherwise it opens at its start. */
  readonly follows?: boolean;
  /** Told when the first items come into sight: the moment to load older ones above. */
  readonly onNearStart?: () => void;
  /** There is more below what is here: told when the last items come into sight. Until it is here, nothing is the end. */
  readonly onNearEnd?: (() => void) | undefined;
  /** Asked to go to the end while there is more below. */
  readonly onEnd?: (() => void) | undefined;
  readonly handle?: Ref<LongListHandle>;
  /** Told what is at the top whenever somebody scrolls; undefined at the end of a list that follows. */
  readonly onPlace?: (key: string | undefined) => void;
  readonly className?: string;
};

/** How far from the end still counts as being there: less than a line. */
const endPx = 40;
const nearStart = 3;

/**
 * Thousands of items of any height, a screenful of elements. What one reads stays where it is while text is written
 * below it and while older items are loaded above.
 */
export const LongList = <Item,>(props: Props<Item>) => {
  const {
    label,
    items,
    keyOf,
    render,
    estimate = 96,
    follows = false,
    onNearStart,
    onNearEnd,
    onEnd,
    handle,
    onPlace,
    className,
  } = props;
  const { t } = useTranslation('parts');
  const box = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<string>();
  const [isAtEnd, setAtEnd] = useState(true);
  const wasAtEnd = useRef(true);
  const focusedAt = focused === undefined ? -1 : items.findIndex((item) => keyOf(item) === focused);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 6,
    // Where it opens is drawn first: drawn from the start, all of that would be thrown away, and older items asked for.
    initialOffset: () => (follows ? items.length * estimate : 0),
    anchorTo: follows ? 'end' : 'start',
    followOnAppend: follows && onNearEnd === undefined,
    scrollEndThreshold: endPx,
    // What has the focus stays, or scrolling away from it would throw the focus to the top of the page.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return focusedAt < 0 || shown.includes(focusedAt) ? shown : [...shown, focusedAt].sort((a, b) => a - b);
    },
  });
  // As of this drawing: the list changes it in place, and an effect would read what comes after.
  const { range } = virtual;
  const first = range?.startIndex ?? 0;
  const wasNearStart = useRef(false);
  useEffect(() => {
    const isNear = range !== null && first < nearStart && items.length > 0;
    if (isNear && !wasNearStart.current) onNearStart?.();
    wasNearStart.current = isNear;
  }, [first, items.length, onNearStart, range]);

  const last = range?.endIndex ?? 0;
  const wasNearEnd = useRef(false);
  useEffect(() => {
    const isNear = range !== null && last >= items.length - nearStart;
    if (isNear && !wasNearEnd.current) onNearEnd?.();
    wasNearEnd.current = isNear;
  }, [last, items.length, onNearEnd, range]);

  const hasItems = items.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first items are there
  useLayoutEffect(() => {
    if (follows && hasItems) virtual.scrollToEnd();
  }, [hasItems]);

  // A box that loses room, to a card below it or a phone's keyboard, moves its end away without a scroll.
  useEffect(() => {
    const element = box.current;
    if (!follows || element === null) return;
    const resized = new ResizeObserver(() => {
      if (wasAtEnd.current) virtual.scrollToEnd();
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, [follows, virtual]);

  const isThere = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
    onNearEnd === undefined && scrollHeight - scrollTop - clientHeight <= endPx;
  const size = virtual.getTotalSize();
  // What is below can go without a scroll, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list has another height
  useEffect(() => {
    if (box.current === null || !isThere(box.current)) return;
    setAtEnd(true);
    wasAtEnd.current = true;
  }, [size]);
  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    const isEnd = isThere(element);
    setAtEnd(isEnd);
    wasAtEnd.current = isEnd;
    // The range of the virtual list is that of the last drawing; the place is where the box is now.
    const top = items[virtual.getVirtualItemForOffset(element.scrollTop)?.index ?? 0];
    onPlace?.((isEnd && follows) || top === undefined ? undefined : keyOf(top));
  };
  const jumpTo = (key: string) => {
    const index = items.findIndex((item) => keyOf(item) === key);
    if (index < 0) return;
    setFocused(key);
    virtual.scrollToIndex(index, { align: 'center' });
    // Drawn after the scroll; asked for again until it is there.
    const focus = (tries: number) => {
      const row = box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      if (row) row.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
    };
    requestAnimationFrame(() => focus(10));
  };
  const bring = (key: string, align: 'start' | 'center') => {
    const index = items.findIndex((item) => keyOf(item) === key);
    if (index >= 0) virtual.scrollToIndex(index, { align });
  };
  const toEnd = () => virtual.scrollToEnd();
  useImperativeHandle(handle, () => ({
    jumpTo,
    reveal: (key) => bring(key, 'center'),
    show: (key) => bring(key, 'start'),
    toEnd,
  }));

  return (
    <div className={classNames('relative flex min-h-0 flex-col', className)}>
      <section
        ref={box}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px] [overflow-anchor:none]"
      >
        <ol className="relative" style={{ height: size }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const item = items[index];
            return (
              <li
                key={String(key)}
                ref={virtual.measureElement}
                data-index={index}
                tabIndex={-1}
                aria-posinset={index + 1}
                aria-setsize={items.length}
                onFocus={() => setFocused(String(key))}
                onBlur={() => setFocused((current) => (current === String(key) ? undefined : current))}
                className="absolute inset-x-0 top-0 outline-offset-[-2px]"
                style={{ transform: `translateY(${start}px)` }}
              >
                {item !== undefined && render(item, index)}
              </li>
            );
          })}
        </ol>
      </section>
      {follows && (!isAtEnd || onNearEnd !== undefined) && hasItems && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            size="sm"
            icon={<ArrowDown size={14} />}
            className="pointer-events-auto rounded-full"
            onClick={() => (onNearEnd === undefined || onEnd === undefined ? toEnd() : onEnd())}
          >
            {t('list.toEnd')}
          </Button>
        </div>
      )}
    </div>
  );
};
