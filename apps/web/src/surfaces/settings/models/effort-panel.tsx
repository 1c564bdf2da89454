import { type EffortPhase, type ModelsView, type ProviderRow, EffortPhase as phases } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useNames } from '../../../models/names.ts';
import { Field } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';

/** A phase each, for every provider whose models know efforts. */
export const EffortPanel = ({ view }: { readonly view: ModelsView }) => {
  const { t } = useTranslation('settings');
  const rows = view.providers.filter(({ allowedEfforts }) => allowedEfforts.length > 0);
  return (
    <Panel title={t('models.effort.title')} description={`${t('models.effort.detail')} ${t('models.effort.fixed')}`}>
      <div className="flex flex-col gap-5">
        {rows.length === 0 && <p className="text-muted">{t('models.effort.nothing')}</p>}
        {rows.map((row) => (
          <EffortRow key={row.provider} row={row} />
        ))}
      </div>
    </Panel>
  );
};

const EffortRow = ({ row: { provider, efforts, allowedEfforts } }: { readonly row: ProviderRow }) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const { providerName } = useNames();
  const send = useSend();
  const name = providerName(provider);
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{name}</legend>
      <div className="grid gap-4 @lg:grid-cols-3">
        {phases.options.map((phase: EffortPhase) => (
          <Field key={phase} label={t(`models.effort.${phase}`)}>
            {({ id }) => (
              <Select
                id={id}
                label={`${name}, ${t(`models.effort.${phase}`)}`}
                value={efforts[phase]}
                options={allowedEfforts.map((effort) => ({ value: effort, label: t(`models.effort.${effort}`) }))}
                onChange={(effort) => {
                  send(commands.ProvidersSetReasoningEffort({ provider, phase, effort })).catch(console.error);
                }}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
};
