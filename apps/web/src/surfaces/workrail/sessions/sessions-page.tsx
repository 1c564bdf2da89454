import type { SessionFilter, SessionOrder } from '@atelier/contracts';
import { folderName } from '@atelier/rails/view';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plug, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { EmptySessions } from './empty-sessions.tsx';
import { addressOf, filterOf } from './filter-address.ts';
import { SessionTable } from './session-table.tsx';
import { useSessions } from './use-sessions.ts';

const everyStatus = 'all';
const putAway = 'archived';
const statuses = [
  everyStatus,
  'needs_you',
  'in_progress',
  'blocked',
  'complete',
  'complete_with_gaps',
  'damaged',
  putAway,
] as const;
const everywhere = '*';
const newestFirst: SessionOrder = 'activity';
/** In another order it is the same list: what is chosen stays chosen. */
const keyOfList = ({ sort: _, reversed: __, ...filter }: SessionFilter): string => JSON.stringify(filter);

const SessionsPage = () => {
  const { t } = useTranslation('workrail');
  const refusalText = useRefusalText();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [filter, keepFilter] = useState<SessionFilter>(() => filterOf(search));
  // The address has it too: whoever goes back, or hands the link on, finds the same list.
  const setFilter = (next: SessionFilter) => {
    keepFilter(next);
    const place = { search: addressOf(next) as never, replace: true, resetScroll: false };
    navigate({ to: '/workrail', ...place }).catch(console.error);
  };
  const { pages, refusal } = useSessions(useDeferredValue(filter));
  const { workspaces = [] } = pages ?? {};
  const setStatus = (chosen: (typeof statuses)[number]) => {
    const { status: _, archived: __, ...rest } = filter;
    setFilter(
      chosen === everyStatus ? rest : chosen === putAway ? { ...rest, archived: true } : { ...rest, status: chosen },
    );
  };
  const setWorkspace = (chosen: string) => {
    const { workspace: _, ...rest } = filter;
    setFilter(chosen === everywhere ? rest : { ...rest, workspace: chosen });
  };

  const setSort = (sort: SessionOrder) => {
    const { sort: before = newestFirst, reversed: wasReversed = false, ...rest } = filter;
    const reversed = sort === before && !wasReversed;
    setFilter({ ...rest, ...(sort === newestFirst ? {} : { sort }), ...(reversed ? { reversed } : {}) });
  };

  if (pages?.all === 0) return <EmptySessions />;
  return (
    <div aria-busy={pages === undefined && refusal === undefined} className="flex h-full min-h-0 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-5 pb-4 @2xl:px-8">
        <div className="min-w-0 flex-1 basis-40">
          <h1 className="font-semibold text-xl">{t('sessions.title')}</h1>
          <p className="text-muted" aria-live="polite">
            {pages === undefined ? t('sessions.looking') : t('sessions.count', { count: pages.total })}
          </p>
        </div>
        {/* A row of their own, below title and button, until there is room for all beside each other. */}
        <div className="order-last flex w-full min-w-0 flex-wrap gap-x-3 gap-y-2 @5xl:order-none @5xl:w-auto">
          <SearchField
            label={t('sessions.search')}
            hint={t('sessions.searchHint')}
            value={filter.query ?? ''}
            onChange={(query) => setFilter({ ...filter, query })}
            className="min-w-0 flex-1 basis-56 @5xl:w-72 @5xl:flex-none"
          />
          <div className="w-48">
            <Select
              label={t('sessions.byStatus')}
              value={filter.archived ? putAway : (filter.status ?? everyStatus)}
              onChange={setStatus}
              options={statuses.map((status) => ({ value: status, label: t(`sessions.status.${status}`) }))}
            />
          </div>
          {workspaces.length > 1 && (
            <div className="w-44">
              <Select
                label={t('sessions.byWorkspace')}
                value={filter.workspace ?? everywhere}
                onChange={setWorkspace}
                options={[
                  { value: everywhere, label: t('sessions.everyWorkspace') },
                  ...workspaces.map((path) => ({ value: path, label: folderName(path) })),
                ]}
              />
            </div>
          )}
        </div>
        <Link to="/workrail/connect" className={buttonClass('neutral', 'md')}>
          <Plug size={14} aria-hidden="true" />
          {t('sessions.connect')}
        </Link>
      </header>
      {refusal !== undefined && (
        <div className="px-5 @2xl:px-8">
          <Banner tone="danger" title={refusalText(refusal)} />
        </div>
      )}
      {pages === undefined ? (
        <div className="px-5 py-4 @2xl:px-8">{refusal === undefined && <SkeletonLines lines={8} />}</div>
      ) : pages.total === 0 ? (
        <EmptyState icon={<Search size={18} />} title={t('sessions.nothing')}>
          {t('sessions.nothingDetail')}
        </EmptyState>
      ) : (
        <SessionTable key={keyOfList(filter)} pages={pages} filter={filter} onSort={setSort} />
      )}
    </div>
  );
};

export default SessionsPage;
