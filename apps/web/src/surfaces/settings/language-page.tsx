import type { Settings } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../preferences/use-appearance.ts';
import { useSetSettings } from '../../preferences/use-set-settings.ts';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Option, Select } from '../../ui/select.tsx';
import { SectionPage } from './section-page.tsx';

// Each language in its own name: whoever landed in the wrong one must find the way back.
const options: readonly Option<Settings['language']>[] = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'he', label: 'עברית', lang: 'he' },
];

const LanguagePage = () => {
  const { t } = useTranslation('settings');
  const { language } = useAppearance();
  const setSettings = useSetSettings();
  return (
    <SectionPage title={t('language.title')} detail={t('language.detail')}>
      <Panel>
        <div className="max-w-72">
          <Field label={t('language.label')} hint={t('language.ownNote')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('language.label')}
                value={language}
                options={options}
                onChange={(chosen) => setSettings({ language: chosen })}
              />
            )}
          </Field>
        </div>
      </Panel>
    </SectionPage>
  );
};

export default LanguagePage;
