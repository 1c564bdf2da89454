import { useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useModels } from '../../../models/use-models.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBenchView } from './bench-projection.ts';
import { BenchRoom } from './bench-room.tsx';
import { HomeLink } from './home-link.tsx';

/** One Workbench and all its places; each place is drawn inside it. */
const BenchLayout = () => {
  const { workbenchId = '' } = useParams({ strict: false }) as { readonly workbenchId?: string };
  const { t } = useTranslation(['workshop', 'shell']);
  const refusalText = useRefusalText('workshop');
  const { view, refusal, reload } = useBenchView(workbenchId);
  const { view: models, refusal: modelsRefusal } = useModels();
  if (refusal?.code === 'WORKBENCH_NOT_FOUND' || refusal?.code === 'BAD_PARAMS') {
    return (
      <EmptyState icon={<SearchX size={18} />} title={t('bench.notFound')} isPage action={<HomeLink />}>
        {t('bench.notFoundDetail')}
      </EmptyState>
    );
  }
  const failed = refusal ?? modelsRefusal;
  if (failed !== undefined) {
    return (
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-5 py-8">
        <h1 className="font-semibold text-xl">{t('bench.label')}</h1>
        <Banner
          tone="danger"
          title={refusalText(failed)}
          action={
            <Button size="sm" onClick={reload}>
              {t('shell:tryAgain')}
            </Button>
          }
        />
      </div>
    );
  }
  if (view === undefined || models === undefined) {
    return (
      <div role="status" aria-busy="true" className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-5 py-8">
        <span className="sr-only">{t('shell:loading')}</span>
        <SkeletonLines lines={6} />
      </div>
    );
  }
  return <BenchRoom key={workbenchId} workbenchId={workbenchId} view={view} models={models} />;
};

export default BenchLayout;
