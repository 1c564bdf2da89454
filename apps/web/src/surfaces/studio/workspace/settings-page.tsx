import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useWorkspace } from '../use-workspace.ts';
import { CompanyForm } from './company-form.tsx';
import { DefaultSettings } from './default-settings.tsx';
import { DirectoryList } from './directory-list.tsx';
import { ModelChoices } from './model-choices.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { PriceImport } from './price-import.tsx';

/** What all projects share. */
const StudioSettingsPage = () => {
  const { t } = useTranslation('studio');
  const refusalText = useRefusalText('studio');
  const navigate = useNavigate();
  const { tab = 'company' } = useSearch({ strict: false }) as { readonly tab?: string };
  const { workspace, refusal } = useWorkspace();
  return (
    <Page title={t('workspace.title')} detail={t('workspace.detail')}>
      {refusal !== undefined && <Banner tone="danger" title={refusalText(refusal)} />}
      {workspace === undefined && refusal === undefined && <SkeletonLines lines={6} />}
      {workspace !== undefined && (
        <Tabs
          label={t('workspace.title')}
          value={tab}
          onChange={(next) =>
            void navigate({ to: '/studio/settings' as never, search: { tab: next } as never, replace: true })
          }
          tabs={[
            {
              id: 'company',
              label: t('workspace.tab.company'),
              content: <CompanyForm company={workspace.company} />,
            },
            {
              id: 'policies',
              label: t('workspace.tab.policies'),
              content: <PolicyEditor policies={workspace.policies} />,
            },
            {
              id: 'prices',
              label: t('workspace.tab.prices'),
              content: <PriceImport priceList={workspace.priceList} />,
            },
            {
              id: 'directory',
              label: t('workspace.tab.directory'),
              content: <DirectoryList directory={workspace.directory} />,
            },
            {
              id: 'projects',
              label: t('workspace.tab.projects'),
              content: <DefaultSettings defaults={workspace.defaults} />,
            },
            {
              id: 'models',
              label: t('workspace.tab.models'),
              content: <ModelChoices chosen={workspace.models} />,
            },
          ]}
        />
      )}
    </Page>
  );
};

export default StudioSettingsPage;
