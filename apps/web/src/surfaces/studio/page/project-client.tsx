import type { DirectoryRecord } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { Field, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { OwnerForm } from './project-changes.ts';

type Props = {
  readonly directory: readonly DirectoryRecord[];
  readonly form: OwnerForm;
  readonly onChange: (form: OwnerForm) => void;
};

const typed = 'typed';

/** Who the offer is for: somebody from the list, or a name with what a quote says beside it. */
export const ProjectClient = ({ directory, form, onChange }: Props) => {
  const { t } = useTranslation('studio');
  const clients = directory.filter(({ kind, isRemoved }) => kind === 'client' && !isRemoved);
  const choose = (id: string) => {
    const chosen = clients.find((each) => each.id === id);
    onChange(chosen ? { ...form, clientId: chosen.id, name: chosen.name } : { ...form, clientId: null });
  };
  const line = (field: 'name' | 'contact' | 'vatId', maxLength: number) => (
    <TextField
      label={t(`projectSettings.${field === 'name' ? 'clientName' : field}`)}
      maxLength={maxLength}
      value={form[field]}
      onChange={(event) => onChange({ ...form, [field]: event.target.value })}
    />
  );
  return (
    <>
      {clients.length > 0 && (
        <Field label={t('projectSettings.client')} hint={t('projectSettings.clientHint')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('projectSettings.client')}
              value={clients.some((each) => each.id === form.clientId) ? (form.clientId ?? typed) : typed}
              options={[
                { value: typed, label: t('projectSettings.typed') },
                ...clients.map((each) => ({ value: each.id, label: each.name })),
              ]}
              onChange={choose}
            />
          )}
        </Field>
      )}
      {!clients.some((each) => each.id === form.clientId) && (
        <>
          {line('name', 200)}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
            {line('contact', 300)}
            {line('vatId', 40)}
          </div>
        </>
      )}
    </>
  );
};
