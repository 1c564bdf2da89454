import { Effort, type EndpointRow, type ErrorEnvelope, type ModelRow } from '@atelier/contracts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useNames } from '../../../models/names.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useIsHere } from '../../../ui/use-is-here.ts';
import { type EntryErrors, type EntryForm, emptyEntry, entryFromForm, entryOf } from './entry-form.ts';

type Props = {
  /** Absent: a new one. */
  readonly model?: ModelRow;
  readonly endpoints: readonly EndpointRow[];
  readonly onClose: () => void;
};

const hosted = ['openai', 'anthropic', 'google', 'mistral'];

/** What a person writes down about a model: its name, its size, its price. */
export const EntryDialog = ({ model, endpoints, onClose }: Props) => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const { modelName, providerName } = useNames();
  const refusalText = useRefusalText('settings');
  const formId = useId();
  const isHere = useIsHere();
  const today = new Date().toISOString().slice(0, 10);
  const [form, setForm] = useState<EntryForm>(() => (model ? entryOf(model, today) : emptyEntry('openai', today)));
  const [errors, setErrors] = useState<EntryErrors>({});
  const [refusal, setRefusal] = useState<ErrorEnvelope>();
  const [busy, setBusy] = useState(false);

  const set = (change: Partial<EntryForm>) => {
    setForm({ ...form, ...change });
    setErrors({});
    setRefusal(undefined);
  };
  const field = (name: keyof EntryErrors) => ({
    value: form[name],
    // What is typed while it is being saved would go with the dialog.
    readOnly: busy,
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
    ...(errors[name] === undefined ? {} : { error: t(errors[name]) }),
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const made = entryFromForm(form);
    if (!made.ok) return setErrors(made.errors);
    setBusy(true);
    const reply = await commands.ModelsSetEntry({ entry: made.entry });
    setBusy(false);
    if (!reply.ok) return setRefusal(reply.error);
    toasts.show({ tone: 'published', title: t('models.entry.saved', { model: made.entry.label }) });
    if (isHere.current) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        model ? t('models.entry.editTitle', { model: modelName(model.modelId, [model]) }) : t('models.entry.addTitle')
      }
      description={t('models.entry.detail')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" type="submit" form={formId} busy={busy}>
            {t('models.entry.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4 pb-2">
        {refusal !== undefined && <Banner tone="danger" title={refusalText(refusal)} />}
        {model === undefined && (
          <Field label={t('models.entry.provider')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('models.entry.provider')}
                value={form.provider}
                onChange={(provider) => set({ provider })}
                options={[
                  ...hosted.map((value) => ({ value, label: providerName(value) })),
                  ...endpoints.map(({ endpointId, url }) => ({ value: `local:${endpointId}`, label: url })),
                ]}
              />
            )}
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {model === undefined && (
            <TextField
              label={t('models.entry.id')}
              hint={t('models.entry.idHint')}
              dir="ltr"
              spellCheck={false}
              {...field('name')}
            />
          )}
          <TextField label={t('models.entry.label')} {...field('label')} />
          <TextField label={t('models.entry.context')} dir="ltr" inputMode="numeric" {...field('context')} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t('models.entry.input')} dir="ltr" inputMode="decimal" {...field('input')} />
          <TextField label={t('models.entry.output')} dir="ltr" inputMode="decimal" {...field('output')} />
          <TextField
            label={t('models.entry.cached')}
            hint={t('models.entry.cachedHint')}
            dir="ltr"
            inputMode="decimal"
            {...field('cached')}
          />
          <TextField label={t('models.entry.asOf')} dir="ltr" type="date" {...field('asOf')} />
        </div>
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">{t('models.entry.efforts')}</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {Effort.options.map((effort) => (
              <label key={effort} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  className="size-3.5 accent-accent-solid"
                  checked={form.efforts.includes(effort)}
                  onChange={(event) =>
                    set({
                      // In the order the contract names them, whatever order they were ticked in.
                      efforts: Effort.options.filter((each) =>
                        each === effort ? event.target.checked : form.efforts.includes(each),
                      ),
                    })
                  }
                />
                {t(`models.effort.${effort}`)}
              </label>
            ))}
          </div>
        </fieldset>
        <Switch
          label={t('models.entry.tools')}
          hint={t('models.entry.toolsHint')}
          checked={form.tools}
          onChange={(tools) => set({ tools })}
        />
        <Switch label={t('models.entry.vision')} checked={form.vision} onChange={(vision) => set({ vision })} />
      </form>
    </Dialog>
  );
};
