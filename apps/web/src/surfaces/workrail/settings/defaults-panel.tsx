import { Autonomy, RiskPolicy } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Config, SetDesired } from './console-settings-page.tsx';

type Props = { readonly config: Config; readonly setDesired: SetDesired };

export const DefaultsPanel = ({ config, setDesired }: Props) => {
  const { t } = useTranslation('workrail');
  const { defaults, flags } = config.desired;
  const set = (change: Parameters<SetDesired>[0]) => {
    setDesired(change).catch(console.error);
  };
  return (
    <Panel title={t('settings.defaults')} description={t('settings.defaultsDetail')}>
      <div className="grid gap-4 @2xl:grid-cols-2">
        <Field label={t('preferences.autonomy')} hint={t(`autonomy.${defaults.autonomy}.meaning`)}>
          {({ id }) => (
            <Select
              id={id}
              label={t('preferences.autonomy')}
              value={defaults.autonomy}
              onChange={(autonomy) => set((desired) => ({ defaults: { ...desired.defaults, autonomy } }))}
              options={Autonomy.options.map((value) => ({ value, label: t(`autonomy.${value}.label`) }))}
            />
          )}
        </Field>
        <Field label={t('preferences.risk')} hint={t(`risk.${defaults.riskPolicy}.meaning`)}>
          {({ id }) => (
            <Select
              id={id}
              label={t('preferences.risk')}
              value={defaults.riskPolicy}
              onChange={(riskPolicy) => set((desired) => ({ defaults: { ...desired.defaults, riskPolicy } }))}
              options={RiskPolicy.options.map((value) => ({ value, label: t(`risk.${value}.label`) }))}
            />
          )}
        </Field>
      </div>
      <div className="mt-5 border-line border-t pt-4">
        <Switch
          label={t('settings.firm')}
          hint={t('settings.firmHint')}
          checked={flags.firmToolTexts}
          onChange={(firmToolTexts) => set(() => ({ flags: { firmToolTexts } }))}
        />
      </div>
    </Panel>
  );
};
