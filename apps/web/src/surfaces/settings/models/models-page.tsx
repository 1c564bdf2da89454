import { Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';
import { CapsPanel } from './caps-panel.tsx';
import { DefaultPanel } from './default-panel.tsx';
import { EffortPanel } from './effort-panel.tsx';
import { LocalPanel } from './local-panel.tsx';
import { ModelListPanel } from './model-list-panel.tsx';
import { ModelsSection } from './models-section.tsx';
import { ProvidersPanel } from './providers-panel.tsx';

const ModelsPage = () => {
  const { t } = useTranslation('settings');
  return (
    <ModelsSection
      title={t('models.title')}
      detail={t('models.detail')}
      action={
        <Link to="/lab/chat" className={buttonClass('neutral', 'md')}>
          <MessageSquare size={14} aria-hidden="true" />
          {t('models.tryIt')}
        </Link>
      }
    >
      {(view) => (
        <>
          <DefaultPanel view={view} />
          <ProvidersPanel view={view} />
          <LocalPanel endpoints={view.endpoints} />
          <ModelListPanel view={view} />
          <EffortPanel view={view} />
          <CapsPanel view={view} />
        </>
      )}
    </ModelsSection>
  );
};

export default ModelsPage;
