import { Effort, type RunTuning, type WorkbenchSettings } from '@atelier/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useBench } from '../bench/bench-context.ts';
import { numberTyped, samplingToType, samplingTyped } from './sampling-typed.ts';

export type Tuning = Pick<WorkbenchSettings, 'effort' | 'sampling' | 'firstToolChoice'>;

type Props = {
  readonly value: Tuning;
  readonly onChange: (change: RunTuning) => void;
  /** What is used where no effort is chosen. */
  readonly usual: string;
};

const asUsual = 'usual';

/** How a model is asked: how hard it thinks, how freely it writes, whether it has to look at a file first. */
export const TuningFields = ({ value, onChange, usual }: Props) => {
  const { t } = useTranslation(['workshop', 'settings']);
  const { models, modelId } = useBench();
  const [typed, setTyped] = useState(samplingToType(value.sampling));
  const shown = JSON.stringify(value.sampling);
  const [known, setKnown] = useState(shown);
  // Set from elsewhere, by another tab or back to the defaults: what was typed here is no longer what holds.
  if (known !== shown) {
    setKnown(shown);
    setTyped(samplingToType(value.sampling));
  }
  const offered = models.models.find((model) => model.modelId === modelId)?.efforts ?? [];
  const efforts = Effort.options.filter((effort) => offered.includes(effort) || effort === value.effort);
  const keep = (next: typeof typed) => {
    const sampling = samplingTyped(next);
    if (sampling === undefined || JSON.stringify(sampling) === shown) return;
    setKnown(JSON.stringify(sampling));
    onChange({ sampling });
  };
  const number = (name: 'temperature' | 'topP') => (
    <TextField
      label={t(`tuning.${name}`)}
      hint={t(`tuning.${name}Hint`)}
      dir="ltr"
      inputMode="decimal"
      placeholder={t('tuning.own')}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      onBlur={() => keep(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep(typed);
      }}
      {...(numberTyped(name, typed[name]) === undefined ? { error: t(`tuning.${name}Wrong`) } : {})}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('tuning.effort')} hint={efforts.length === 0 ? t('tuning.noEffort') : t('tuning.effortHint')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('tuning.effort')}
            value={value.effort ?? asUsual}
            disabled={efforts.length === 0}
            options={[
              { value: asUsual, label: usual },
              ...efforts.map((effort) => ({ value: effort as string, label: t(`settings:models.effort.${effort}`) })),
            ]}
            onChange={(chosen) => onChange({ effort: Effort.options.find((effort) => effort === chosen) ?? null })}
          />
        )}
      </Field>
      <Field label={t('tuning.first')} hint={t('tuning.firstHint')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('tuning.first')}
            value={value.firstToolChoice}
            options={[
              { value: 'required', label: t('tuning.firstRequired') },
              { value: 'auto', label: t('tuning.firstAuto') },
            ]}
            onChange={(firstToolChoice) => onChange({ firstToolChoice })}
          />
        )}
      </Field>
      {number('temperature')}
      {number('topP')}
    </div>
  );
};
