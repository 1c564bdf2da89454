import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { Panel } from '../../../ui/panel.tsx';
import { LimitsForm } from '../limits-form.tsx';
import { personLimits } from '../limits-typed.ts';

/** How much one person may take, so that enough is left for the others. */
export const LimitsPanel = ({ isAdmin }: { readonly isAdmin: boolean }) => {
  const { t } = useTranslation('settings');
  const install = useProjection(useAtelier().install);
  if (install.phase !== 'ready') return null;
  return (
    <Panel title={t('people.limits')} description={t('people.limitsDetail')}>
      <LimitsForm names={personLimits} limits={install.view.settings} isAdmin={isAdmin} />
    </Panel>
  );
};
