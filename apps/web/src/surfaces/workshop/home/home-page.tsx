import type { WorkbenchCard } from '@atelier/contracts';
import { useNavigate } from '@tanstack/react-router';
import { FlaskConical, GraduationCap, Plus, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyBoard } from '../../../ui/empty-board.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
import { SkeletonTiles } from '../../../ui/skeleton.tsx';
import { isTourDue, TourDialog, TourOnPage } from '../onboarding/tour.tsx';
import { useSample } from '../onboarding/use-sample.ts';
import { WorkshopDrawing } from '../workshop-drawing.tsx';
import { BenchTile } from './bench-tile.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { DeletedBenches } from './deleted-benches.tsx';
import { ImportButton } from './import-button.tsx';
import { useBenches } from './use-benches.ts';

const pageSize = 60;

/** All Workbenches: what waits for a person first, then the rest. */
const HomePage = () => {
  const { t } = useTranslation(['workshop', 'shell']);
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const [query, setQuery] = useState('');
  const [limit, setLimit] = useState(pageSize);
  const [isCreating, setCreating] = useState(false);
  const [isTour, setTour] = useState(false);
  const [isSkipped, setSkipped] = useState(false);
  const sample = useSample();
  const { list, refusal, reload } = useBenches(useDeferredValue(query.trim()), limit);

  const open = (workbenchId: string) =>
    navigate({ to: '/workshop/$workbenchId', params: { workbenchId } as never }).catch(console.error);
  usePageCommands([
    {
      id: 'workshop.new',
      title: 'workshop:home.new',
      group: 'shell:palette.page',
      icon: Plus,
      run: () => setCreating(true),
    },
    {
      id: 'workshop.sample',
      title: 'workshop:home.sample',
      group: 'shell:palette.page',
      icon: FlaskConical,
      run: sample.open,
    },
    {
      id: 'workshop.tour',
      title: 'workshop:home.tour',
      group: 'shell:palette.page',
      icon: GraduationCap,
      run: () => setTour(true),
    },
  ]);

  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      <Button tone="quiet" icon={<GraduationCap size={15} />} onClick={() => setTour(true)}>
        {t('home.tour')}
      </Button>
      <ImportButton onMade={(id) => void open(id)} />
      <Button icon={<FlaskConical size={15} />} busy={sample.isBusy} onClick={sample.open}>
        {t('home.sample')}
      </Button>
      <Button tone="primary" icon={<Plus size={15} />} onClick={() => setCreating(true)}>
        {t('home.new')}
      </Button>
    </div>
  );
  const cards = list?.cards ?? [];
  const waiting = cards.filter(({ waitsFor }) => waitsFor !== null);
  const others = cards.filter(({ waitsFor }) => waitsFor === null);
  const isEmpty = list !== undefined && list.all === 0;
  return (
    <Page
      title={t('name')}
      detail={t('home.detail')}
      busy={list === undefined && refusal === undefined}
      {...(isEmpty ? {} : { action: actions })}
    >
      {refusal !== undefined && (
        <Banner
          tone="danger"
          title={refusalText(refusal)}
          action={
            <Button size="sm" onClick={reload}>
              {t('shell:tryAgain')}
            </Button>
          }
        />
      )}
      {isEmpty && isTourDue() && !isSkipped ? (
        <TourOnPage onClose={() => setSkipped(true)} onSample={sample.open} isBusy={sample.isBusy} />
      ) : isEmpty ? (
        <EmptyBoard drawing={<WorkshopDrawing />} title={t('empty.title')} action={actions}>
          {t('empty.detail')}
        </EmptyBoard>
      ) : (
        <>
          <SearchBar
            label={t('home.search')}
            hint={t('home.searchHint')}
            value={query}
            onChange={setQuery}
            count={list && t('home.count', { count: list.total })}
          />
          {list === undefined && refusal === undefined && <SkeletonTiles tiles={6} />}
          {list !== undefined && cards.length === 0 && (
            <EmptyState icon={<Search size={18} />} title={t('home.nothing')}>
              {t('home.nothingDetail')}
            </EmptyState>
          )}
          {waiting.length > 0 && <Tiles title={t('home.waiting')} cards={waiting} />}
          {others.length > 0 && <Tiles title={t('home.others')} cards={others} />}
          {list !== undefined && list.cards.length < list.total && (
            <Button className="self-center" onClick={() => setLimit(limit + pageSize)}>
              {t('home.load')}
            </Button>
          )}
        </>
      )}
      {list !== undefined && list.deleted.length > 0 && <DeletedBenches deleted={list.deleted} />}
      {isCreating && <CreateDialog onClose={() => setCreating(false)} onMade={(id) => void open(id)} />}
      {isTour && <TourDialog onClose={() => setTour(false)} onSample={sample.open} isBusy={sample.isBusy} />}
    </Page>
  );
};

const Tiles = ({ title, cards }: { readonly title: string; readonly cards: readonly WorkbenchCard[] }) => (
  <section aria-label={title} className="flex flex-col gap-3">
    <h2 className="font-medium text-muted text-sm">{title}</h2>
    <ul className="grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-3">
      {cards.map((card) => (
        <BenchTile key={card.workbenchId} card={card} />
      ))}
    </ul>
  </section>
);

export default HomePage;
