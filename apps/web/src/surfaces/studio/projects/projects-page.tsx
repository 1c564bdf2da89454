import { useNavigate } from '@tanstack/react-router';
import { Clapperboard, FlaskConical, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyBoard } from '../../../ui/empty-board.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonTiles } from '../../../ui/skeleton.tsx';
import { StudioDrawing } from '../studio-drawing.tsx';
import { useWorkspace } from '../use-workspace.ts';
import { StudioLinks } from '../workspace/studio-links.tsx';
import { CreateProjectDialog } from './create-project-dialog.tsx';
import { ImportProject } from './import-project.tsx';
import { matchProjects, type ProjectShelf, shelfOf } from './match-projects.ts';
import { ProjectTile } from './project-tile.tsx';

const shelves: readonly ProjectShelf[] = ['current', 'templates', 'archived'];

/** All projects, the next event first. */
const ProjectsPage = () => {
  const { t } = useTranslation(['studio', 'shell']);
  const { commands } = useAtelier();
  const navigate = useNavigate();
  const send = useSend();
  const refusalText = useRefusalText('studio');
  const { workspace, refusal, reload } = useWorkspace();
  const [query, setQuery] = useState('');
  const [shelf, setShelf] = useState<ProjectShelf>('current');
  const [isCreating, setCreating] = useState(false);
  const [busy, setBusy] = useState(false);
  const cards = workspace?.projects ?? [];
  const found = matchProjects(cards, shelf, useDeferredValue(query));
  const isEmpty = workspace !== undefined && cards.length === 0;

  const open = (projectId: string) =>
    navigate({ to: '/projects/$projectId/studio', params: { projectId } as never }).catch(console.error);
  const openDemo = async () => {
    setBusy(true);
    const known = cards.find(({ isDemo, isArchived }) => isDemo === true && !isArchived);
    const made =
      known === undefined
        ? await send(commands.StudioDemoCreate({ requestId: crypto.randomUUID() }))
        : { projectId: known.projectId };
    setBusy(false);
    if (made !== undefined) void open(made.projectId);
  };
  usePageCommands([
    {
      id: 'studio.new',
      title: 'studio:projects.new',
      group: 'shell:palette.page',
      icon: Plus,
      run: () => setCreating(true),
    },
    {
      id: 'studio.demo',
      title: 'studio:projects.demo',
      group: 'shell:palette.page',
      icon: FlaskConical,
      run: () => void openDemo(),
    },
  ]);
  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={<FlaskConical size={15} />} busy={busy} onClick={() => void openDemo()}>
        {t('projects.demo')}
      </Button>
      <ImportProject onMade={(id) => void open(id)} />
      <Button tone="primary" icon={<Plus size={15} />} onClick={() => setCreating(true)}>
        {t('projects.new')}
      </Button>
    </div>
  );
  return (
    <Page
      title={t('name')}
      detail={t('projects.detail')}
      busy={workspace === undefined && refusal === undefined}
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
      <StudioLinks />
      {isEmpty ? (
        <EmptyBoard drawing={<StudioDrawing />} title={t('projects.empty')} action={actions}>
          {t('projects.emptyDetail')}
        </EmptyBoard>
      ) : (
        <>
          <SearchBar
            label={t('projects.search')}
            hint={t('projects.searchHint')}
            value={query}
            onChange={setQuery}
            count={workspace && t('projects.count', { count: found.length })}
          >
            {cards.some((card) => shelfOf(card) !== 'current') && (
              <Segmented
                label={t('projects.shelf.label')}
                value={shelf}
                choices={shelves.map((value) => ({ value, label: t(`projects.shelf.${value}`) }))}
                onChange={setShelf}
              />
            )}
          </SearchBar>
          {workspace === undefined && refusal === undefined && <SkeletonTiles tiles={3} />}
          {workspace !== undefined && found.length === 0 && (
            <EmptyState icon={<Clapperboard size={18} />} title={t('projects.nothing')}>
              {t('projects.nothingDetail')}
            </EmptyState>
          )}
          <ul className="grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-3">
            {found.map((card) => (
              <ProjectTile key={card.projectId} card={card} />
            ))}
          </ul>
        </>
      )}
      {isCreating && <CreateProjectDialog onClose={() => setCreating(false)} onMade={(id) => void open(id)} />}
    </Page>
  );
};

export default ProjectsPage;
