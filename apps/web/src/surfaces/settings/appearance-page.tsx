import type { Settings } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../preferences/use-appearance.ts';
import { useSetSettings } from '../../preferences/use-set-settings.ts';
import { SectionPage } from './section-page.tsx';
import { ThemeCard } from './theme-card.tsx';

const themes: readonly Settings['theme'][] = ['auto', 'light', 'dark'];

const AppearancePage = () => {
  const { t } = useTranslation('settings');
  const { theme } = useAppearance();
  const setSettings = useSetSettings();
  return (
    <SectionPage title={t('appearance.title')} detail={t('appearance.detail')}>
      <fieldset>
        <legend className="mb-2 font-medium">{t('appearance.theme')}</legend>
        <div className="grid gap-4 @md:grid-cols-3">
          {themes.map((choice) => (
            <ThemeCard
              key={choice}
              theme={choice}
              chosen={theme === choice}
              label={t(`appearance.${choice}`)}
              detail={t(`appearance.${choice}Detail`)}
              onChoose={() => setSettings({ theme: choice })}
            />
          ))}
        </div>
      </fieldset>
    </SectionPage>
  );
};

export default AppearancePage;
