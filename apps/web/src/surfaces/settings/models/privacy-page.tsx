import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useModels } from '../../../models/use-models.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { SectionPage } from '../section-page.tsx';
import { ConsentList } from './consent-list.tsx';
import { ConsentModePanel } from './consent-mode-panel.tsx';
import { LedgerPanel } from './ledger-panel.tsx';

const PrivacyPage = () => {
  const { t } = useTranslation(['settings', 'shell']);
  const { view, refusal, reload } = useModels();
  const refusalText = useRefusalText();
  return (
    <SectionPage
      title={t('privacy.title')}
      detail={t('privacy.detail')}
      busy={view === undefined && refusal === undefined}
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
          <ConsentModePanel mode={view.consent.mode} />
          <ConsentList granted={view.consent.granted} models={view.models} />
          <LedgerPanel models={view.models} />
        </>
      )}
    </SectionPage>
  );
};

export default PrivacyPage;
