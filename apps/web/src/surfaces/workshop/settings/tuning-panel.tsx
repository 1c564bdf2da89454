import { defaultWorkbenchSettings } from '@atelier/contracts';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useBench } from '../bench/bench-context.ts';
import { isSameTuning, tuningIn } from './tuning.ts';
import { TuningFields } from './tuning-fields.tsx';

const defaults = tuningIn(defaultWorkbenchSettings);

/** How models are asked in this Workbench. One click returns to the defaults. */
export const TuningPanel = () => {
  const { t } = useTranslation('workshop');
  const { view, acts } = useBench();
  const own = tuningIn(view.settings);
  return (
    <Panel
      title={t('tuning.title')}
      description={t('tuning.detail')}
      action={
        <Button
          size="sm"
          icon={<RotateCcw size={13} />}
          aria-disabled={isSameTuning(own, defaults) || undefined}
          className={isSameTuning(own, defaults) ? 'opacity-60' : undefined}
          onClick={() => {
            if (!isSameTuning(own, defaults)) void acts.setSettings(defaults);
          }}
        >
          {t('tuning.defaults')}
        </Button>
      }
    >
      <TuningFields value={own} onChange={(change) => void acts.setSettings(change)} usual={t('tuning.effortUsual')} />
    </Panel>
  );
};
