import { Link, useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useProjectStore } from '../use-project.ts';
import { StudioRoom } from './studio-room.tsx';

/** One project: the conversation, and everything it is about beside it. */
const StudioTabPage = () => {
  const { projectId = '' } = useParams({ strict: false }) as { readonly projectId?: string };
  const { t } = useTranslation(['studio', 'shell']);
  const refusalText = useRefusalText('studio');
  const project = useProjectStore(projectId);
  const state = useProjection(project.state);
  switch (state.phase) {
    case 'loading':
      return (
        <div role="status" aria-busy="true" className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-5 py-8">
          <span className="sr-only">{t('shell:loading')}</span>
          <SkeletonLines lines={6} />
        </div>
      );
    case 'refused':
      return ['PROJECT_NOT_FOUND', 'FEATURE_DISABLED', 'BAD_PARAMS'].includes(state.error.code) ? (
        <EmptyState
          icon={<SearchX size={18} />}
          title={t('tab.notFound')}
          isPage
          action={
            <Link to="/studio" className={buttonClass('primary', 'md')}>
              {t('tab.allProjects')}
            </Link>
          }
        >
          {t('tab.notFoundDetail')}
        </EmptyState>
      ) : (
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-5 py-8">
          <h1 className="font-semibold text-xl">{t('name')}</h1>
          <Banner
            tone="danger"
            title={refusalText(state.error)}
            action={
              <Button size="sm" onClick={project.reload}>
                {t('shell:tryAgain')}
              </Button>
            }
          />
        </div>
      );
    case 'ready':
      return <StudioRoom key={projectId} project={project} />;
  }
};

export default StudioTabPage;
