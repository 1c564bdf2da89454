import type { SessionFilter, SessionOrder } from '@atelier/contracts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { ChosenBar } from './chosen-bar.tsx';
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
  const { t } = useTranslation('workrail');
  const [focused, setFocused] = useState(0);
  const { chosen, choose, chooseAll, clear } = useChosen();
  const { show } = pages;
  const onShown = useCallback(
    (first: number, last: number) => show(Math.floor(first / pageSize), Math.floor(last / pageSize)),
    [show],
  );
  const idAt = (index: number) => pages.at(index)?.sessionId;
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
