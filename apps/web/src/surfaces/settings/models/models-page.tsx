import { Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useModels } from '../../../models/use-models.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { SectionPage } from '../section-page.tsx';
import { CapsPanel } from './caps-panel.tsx';
import { DefaultPanel } from './default-panel.tsx';
import { EffortPanel } from './effort-panel.tsx';
import { LocalPanel } from './local-panel.tsx';
import { ModelListPanel } from './model-list-panel.tsx';
import { ProvidersPanel } from './providers-panel.tsx';

const ModelsPage = () => {
  const { t } = useTranslation(['settings', 'shell']);
  const { view, refusal, reload } = useModels();
  const refusalText = useRefusalText();
  return (
    <SectionPage
      title={t('models.title')}
      detail={t('models.detail')}
      busy={view === undefined && refusal === undefined}
      action={
        <Link to="/lab/chat" className={buttonClass('neutral', 'md')}>
          <MessageSquare size={14} aria-hidden="true" />
          {t('models.tryIt')}
        </Link>
      }
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
      {view === undefined ? (
        refusal === undefined && <SkeletonLines lines={8} />
      ) : (
        <>
          <DefaultPanel view={view} />
          <ProvidersPanel view={view} />
          <LocalPanel endpoints={view.endpoints} />
          <ModelListPanel view={view} />
          <EffortPanel view={view} />
          <CapsPanel view={view} />
        </>
      )}
    </SectionPage>
  );
};

export default ModelsPage;
