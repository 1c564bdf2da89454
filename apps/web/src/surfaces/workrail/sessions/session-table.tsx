import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { SessionRow } from './session-row.tsx';
import { pageSize, type SessionPages } from './use-sessions.ts';

/** Thousands of sessions, fetched as they come into sight; arrow keys move, Enter opens. */
export const SessionTable = ({ pages }: { readonly pages: SessionPages }) => {
  const { t } = useTranslation('workrail');
  const [focused, setFocused] = useState(0);
  const { show } = pages;
  const onShown = useCallback(
    (first: number, last: number) => show(Math.floor(first / pageSize), Math.floor(last / pageSize)),
    [show],
  );
  return (
    <VirtualList
      label={t('sessions.title')}
      count={pages.total}
      rowHeight={64}
      at={focused}
      onMove={setFocused}
      onShown={onShown}
      keyOf={(index) => pages.at(index)?.sessionId ?? `row ${index}`}
      row={(index, tabStop) => {
        const session = pages.at(index);
        return session === undefined ? (
          <div className="flex h-full items-center px-5 @2xl:px-8">
            <Skeleton className="h-4 w-64" />
          </div>
        ) : (
          <SessionRow session={session} tabStop={tabStop} onFocus={() => setFocused(index)} />
        );
      }}
      className="min-h-0 flex-1 border-line border-t"
    />
  );
};
