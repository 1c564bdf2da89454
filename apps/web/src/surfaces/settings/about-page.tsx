import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { useProjection } from '../../client/use-projection.ts';
import { Mark } from '../../ui/mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SectionPage } from './section-page.tsx';

const promises = ['about.local', 'about.log', 'about.people'];

const AboutPage = () => {
  const { t } = useTranslation(['settings', 'shell']);
  const install = useProjection(useAtelier().install);
  return (
    <SectionPage title={t('about.title')} detail={t('about.detail')}>
      <Panel>
        <div className="flex items-center gap-4">
          <Mark size={48} />
          <div>
            <p className="font-semibold text-lg">Atelier</p>
            {install.phase === 'ready' ? (
              <p className="text-muted">
                {t('data.version')} <bdi className="tabular-nums">{install.view.about.version}</bdi>
              </p>
            ) : (
              <Skeleton className="mt-1 h-4 w-24" />
            )}
          </div>
        </div>
      </Panel>
      <Panel title={t('about.promiseTitle')}>
        <ul className="flex flex-col gap-2.5">
          {promises.map((promise) => (
            <li key={promise} className="flex gap-2.5">
              <Check size={16} aria-hidden="true" className="mt-[3px] shrink-0 text-published-text" />
              {t(promise)}
            </li>
          ))}
        </ul>
      </Panel>
      <dl className="flex flex-wrap gap-x-10 gap-y-2 text-sm">
        <div className="flex gap-2">
          <dt className="text-faint">{t('about.licence')}</dt>
          <dd>MIT</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-faint">{t('about.fonts')}</dt>
          <dd>
            <bdi>Inter, Heebo (SIL OFL 1.1)</bdi>
          </dd>
        </div>
      </dl>
    </SectionPage>
  );
};

export default AboutPage;
