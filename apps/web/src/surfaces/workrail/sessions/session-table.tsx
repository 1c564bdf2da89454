import type { SessionFilter, SessionOrder } from '@atelier/contracts';
import { groupOf } from '@atelier/rails/view';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { useNow } from '../parts/use-now.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { groupText } from './group-text.ts';
import { SessionHeads } from './session-heads.tsx';
import { SessionRow } from './session-row.tsx';
import { useChosen } from './use-chosen.ts';
import { pageSize, type SessionPages } from './use-sessions.ts';

type Props = {
  readonly pages: SessionPages;
  readonly filter: SessionFilter;
  readonly onSort: (sort: SessionOrder) => void;
};

/** Thousands of sessions, fetched as they come into sight; arrow keys move, Enter opens, Space chooses. */
export const SessionTable = ({ pages, filter, onSort }: Props) => {
  const { t, i18n } = useTranslation('workrail');
  const now = useNow();
  const [focused, setFocused] = useState(0);
  const { chosen, choose, chooseAll, clear } = useChosen();
  const { show } = pages;
  const onShown = useCallback(
    (first: number, last: number) => show(Math.floor(first / pageSize), Math.floor(last / pageSize)),
    [show],
  );
  const idAt = (index: number) => pages.at(index)?.sessionId;
  const groupAt = (index: number): string | undefined => {
    const session = pages.at(index);
    return session && groupOf(session, filter.sort ?? 'activity', new Date(now));
  };
  /** The name of the group that begins at a row. */
  const headAt = (index: number): string | undefined => {
    const group = groupAt(index);
    if (group === undefined || (index > 0 && (pages.at(index - 1) === undefined || groupAt(index - 1) === group)))
      return undefined;
    return groupText(group, now, i18n.language, {
      state: (state) => t(`sessions.status.${state as 'blocked'}`),
      nowhere: t('sessions.nowhere'),
    });
  };
  const isAll = chosen.size > 0 && chosen.size >= pages.total;
  return (
    <>
      {chosen.size > 0 && <ChosenBar sessionIds={[...chosen]} areArchived={filter.archived === true} onDone={clear} />}
      <SessionHeads
        filter={filter}
        onSort={onSort}
        chosen={isAll || (chosen.size > 0 && 'mixed')}
        onChooseAll={(all) => {
          if (all) pages.allIds().then(chooseAll).catch(console.error);
          else clear();
        }}
      />
      <VirtualList
        label={t('sessions.title')}
        count={pages.total}
        rowHeight={64}
        at={focused}
        onMove={setFocused}
        onShown={onShown}
        keyOf={(index) => idAt(index) ?? `row ${index}`}
        row={(index, tabStop) => {
          const session = pages.at(index);
          return session === undefined ? (
            <div className="flex h-full items-center px-5 @2xl:px-8">
              <Skeleton className="h-4 w-64" />
            </div>
          ) : (
            <SessionRow
              session={session}
              head={headAt(index)}
              tabStop={tabStop}
              onFocus={() => setFocused(index)}
              isChosen={chosen.has(session.sessionId)}
              onChoose={(isChosen, isRange) => choose(index, isChosen, isRange, idAt)}
            />
          );
        }}
        className="min-h-0 flex-1 border-line border-t"
      />
    </>
  );
};
