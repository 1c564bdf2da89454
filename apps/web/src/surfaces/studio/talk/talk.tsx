import type { StudioEvent } from '@atelier/contracts/studio';
import { ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView } from '../use-project.ts';
import { AbandonedCard } from './abandoned-card.tsx';
import { type ComposerHandle, StudioComposer } from './composer.tsx';
import { FactsTray } from './facts-tray.tsx';
import { filterThread, type ThreadFilter } from './filter-thread.ts';
import { NeedsScopeCard } from './needs-scope-card.tsx';
import { StatusRow } from './status-row.tsx';
import { Thread } from './thread.tsx';
import { ThreadFilters } from './thread-filters.tsx';

/** The conversation: what was said and answered, what waits for a decision, and the box to write in. */
export const Talk = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const act = useAct(project);
  const composer = useRef<ComposerHandle>(null);
  const [isFiltering, setFiltering] = useState(false);
  const [filter, setFilter] = useState<ThreadFilter>({});
  const send = (event: StudioEvent) => void act(event);
  const messages = isFiltering ? filterThread(view.messages, filter) : view.messages;
  const isViewer = view.role === 'viewer';
  return (
    <section aria-label={t('talk.label')} className="@container flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-1">
        <h2 className="font-medium text-muted text-sm">{t('talk.label')}</h2>
        <Button
          size="sm"
          tone="quiet"
          aria-pressed={isFiltering}
          icon={<ListFilter size={13} />}
          onClick={() => {
            setFiltering(!isFiltering);
            setFilter({});
          }}
        >
          {t(isFiltering ? 'talk.unfilter' : 'talk.filter')}
        </Button>
      </div>
      {isFiltering && <ThreadFilters view={view} filter={filter} onFilter={setFilter} count={messages.length} />}
      <Thread
        project={project}
        messages={messages}
        isFiltered={isFiltering}
        onAction={send}
        onOffer={(text) => composer.current?.offer(text)}
      />
      <div className="flex shrink-0 flex-col gap-2 border-line border-t px-4 pt-2 pb-3">
        <FactsTray project={project} />
        <NeedsScopeCard project={project} onOther={() => composer.current?.focus()} />
        <AbandonedCard project={project} />
        <StatusRow project={project} />
        {isViewer ? (
          <p className="text-muted text-sm">{t('talk.viewer')}</p>
        ) : (
          <StudioComposer project={project} handle={composer} />
        )}
      </div>
    </section>
  );
};
