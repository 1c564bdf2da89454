import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { useProjection } from '../../client/use-projection.ts';
import { usePeople } from '../../people/use-people.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { LimitsForm } from './limits-form.tsx';
import { fileLimits, runLimits } from './limits-typed.ts';
import { SectionPage } from './section-page.tsx';

/** How far a run may go, and how much a Workbench may hold. */
const LimitsPage = () => {
  const { t } = useTranslation('settings');
  const install = useProjection(useAtelier().install);
  const known = usePeople();
  const isAdmin = known?.me.role === 'admin';
  const isReady = install.phase === 'ready' && known !== undefined;
  return (
    <SectionPage title={t('limits.title')} detail={t('limits.detail')} busy={!isReady}>
      {isReady ? (
        <>
          <Panel title={t('limits.runs')} description={t('limits.runsDetail')}>
            <LimitsForm names={runLimits} limits={install.view.settings} isAdmin={isAdmin} />
          </Panel>
          <Panel title={t('limits.files')} description={t('limits.filesDetail')}>
            <LimitsForm names={fileLimits} limits={install.view.settings} isAdmin={isAdmin} />
          </Panel>
        </>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </SectionPage>
  );
};

export default LimitsPage;
