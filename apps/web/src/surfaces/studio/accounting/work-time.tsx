import type { PolicyVersion, WorkPricing } from '@atelier/contracts/studio';
import { percentText } from '@atelier/studio/view';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { timeChoices } from './time-choices.ts';

type Hourly = Extract<WorkPricing, { mode: 'hourly' }>;
type Props = {
  readonly pricing: Hourly;
  readonly factors: PolicyVersion['labourFactors'];
  readonly disabled: boolean;
  readonly onChange: (pricing: Hourly) => void;
};

/** When the work is done: the hours of a night, a Friday or a Shabbat cost what the policy says. */
export const WorkTime = ({ pricing, factors, disabled, onChange }: Props) => {
  const { t } = useTranslation('studio');
  const now = pricing.factorBps ?? 10_000;
  const choices = timeChoices(factors, now);
  const nameOf = (times: readonly string[]) =>
    times.map((time) => t(`records.accounting.times.${time}` as 'records.accounting.times.regular')).join(' / ');
  return (
    <Field label={t('records.accounting.workTime')}>
      {({ id }) => (
        <Select
          id={id}
          label={t('records.accounting.workTime')}
          value={String(now)}
          disabled={disabled}
          options={choices.map(({ bps, times }) => ({
            value: String(bps),
            label: `${nameOf(times)} (\u2066${percentText(bps)}\u2069)`,
          }))}
          onChange={(value) => {
            const { factorBps: _was, ...rest } = pricing;
            onChange(Number(value) === 10_000 ? rest : { ...rest, factorBps: Number(value) });
          }}
        />
      )}
    </Field>
  );
};
