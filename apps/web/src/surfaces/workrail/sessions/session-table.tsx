import type { SessionCard } from '@atelier/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SessionRow } from './session-row.tsx';

const rowHeight = 64;
const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Thousands of sessions, a screenful of rows; arrow keys move, Enter opens. */
export const SessionTable = ({ sessions }: { readonly sessions: readonly SessionCard[] }) => {
  const { t } = useTranslation('workrail');
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const rows = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const tabStop = Math.min(focused, sessions.length - 1);

  const focusRow = (index: number) => {
    setFocused(index);
    rows.scrollToIndex(index);
    // The row may only exist after the scroll was drawn.
    requestAnimationFrame(() => {
      box.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`)?.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = sessions.length - 1;
    const move = moves[event.key];
    const target =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : move === undefined
            ? undefined
            : Math.max(0, Math.min(last, tabStop + move));
    if (target === undefined) return;
    event.preventDefault();
    focusRow(target);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus; the box hears their arrow keys
    <div ref={box} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto border-line border-t">
      <ul aria-label={t('sessions.title')} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const session = sessions[index];
          if (session === undefined) return null;
          return (
            <li
              key={session.sessionId}
              data-row={index}
              aria-posinset={index + 1}
              aria-setsize={sessions.length}
              className="absolute inset-x-0 border-line border-b"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <SessionRow session={session} tabStop={index === tabStop} onFocus={() => setFocused(index)} />
            </li>
          );
        })}
      </ul>
    </div>
  );
};
