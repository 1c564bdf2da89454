import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { StepList } from '../../../ui/step-list.tsx';
import { Timeline } from '../../../ui/timeline.tsx';

export const ProgressGallery = () => {
  const { t } = useTranslation('lab');
  return (
    <Panel title={t('more.progress')} description={t('more.progressDetail')}>
      <div className="grid gap-8 @2xl:grid-cols-2">
        <StepList
          label={t('more.steps')}
          steps={[
            { id: '1', title: t('more.step1'), state: 'done' },
            { id: '2', title: t('more.step2'), state: 'done' },
            { id: '3', title: t('more.step3'), state: 'current' },
            { id: '4', title: t('more.step4'), state: 'waiting' },
          ]}
        />
        <Timeline
          label={t('more.timeline')}
          entries={[
            { id: '1', at: '2026-11-16T14:05:00.000Z', title: t('more.t1') },
            { id: '2', at: '2026-11-16T13:40:00.000Z', title: t('more.t2') },
            { id: '3', at: '2026-11-15T09:12:00.000Z', title: t('more.t3') },
          ]}
        />
      </div>
    </Panel>
  );
};
