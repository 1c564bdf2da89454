import { useTranslation } from 'react-i18next';
import { ConsentList } from './consent-list.tsx';
import { ConsentModePanel } from './consent-mode-panel.tsx';
import { LedgerPanel } from './ledger-panel.tsx';
import { ModelsSection } from './models-section.tsx';

const PrivacyPage = () => {
  const { t } = useTranslation('settings');
  return (
    <ModelsSection title={t('privacy.title')} detail={t('privacy.detail')}>
      {({ consent, models }) => (
        <>
          <ConsentModePanel mode={consent.mode} />
          <ConsentList granted={consent.granted} models={models} />
          <LedgerPanel models={models} />
        </>
      )}
    </ModelsSection>
  );
};

export default PrivacyPage;
