import type { ModelRow } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Select } from '../ui/select.tsx';
import { useNames } from './names.ts';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly models: readonly ModelRow[];
  readonly onChange: (modelId: string) => void;
  readonly disabled?: boolean;
  readonly className?: string;
  /** Stands first and leaves the choice to Atelier. */
  readonly automatic?: { readonly value: string; readonly label: string };
};

/** Every model there is; one that cannot be used now says why instead of hiding. */
export const ModelSelect = ({ label, value, models, onChange, disabled, className, automatic }: Props) => {
  const { t } = useTranslation('settings');
  const { modelName, providerName } = useNames();
  const listed = models.map(({ modelId, provider, unavailable }) => ({
    value: modelId,
    label: modelName(modelId, models),
    note:
      unavailable === null
        ? providerName(provider)
        : `${providerName(provider)} · ${t(`models.unavailable.${unavailable}`)}`,
    disabled: unavailable !== null,
  }));
  const options = automatic === undefined ? listed : [{ ...automatic, note: '', disabled: false }, ...listed];
  // A model that is no longer known is still what is chosen; it must not look like another.
  const known = options.some((option) => option.value === value);
  return (
    <Select
      label={label}
      value={value}
      options={known ? options : [{ value, label: modelName(value, models), note: '', disabled: true }, ...options]}
      onChange={onChange}
      {...(disabled === undefined ? {} : { disabled })}
      {...(className === undefined ? {} : { className })}
    />
  );
};
