import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Config, SetDesired } from './console-settings-page.tsx';

type Props = { readonly config: Config; readonly setDesired: SetDesired };

const forever = 'forever';
const choices = [30, 60, 90, 180, 365];

/** Nothing is ever removed unless a person says so here, and confirms it. */
export const RetentionPanel = ({ config, setDesired }: Props) => {
  const { t } = useTranslation(['workrail', 'shell']);
  const [asking, setAsking] = useState<number>();
  const { days } = config.desired.retention;
  const { available, due } = config.retention;
  const set = (chosen: number | null) => {
    setAsking(undefined);
    setDesired(() => ({ retention: { days: chosen } })).catch(console.error);
  };
  const known = days === null || choices.includes(days) ? choices : [...choices, days].sort((a, b) => a - b);
  return (
    <Panel title={t('retention.title')} description={t('retention.detail')}>
      <Field label={t('retention.label')} hint={t(available ? 'retention.hint' : 'retention.unavailable')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('retention.label')}
            disabled={!available}
            value={days === null ? forever : String(days)}
            onChange={(chosen) => (chosen === forever ? set(null) : setAsking(Number(chosen)))}
            options={[
              { value: forever, label: t('retention.forever') },
              ...known.map((count) => ({ value: String(count), label: t('retention.days', { count }) })),
            ]}
          />
        )}
      </Field>
      {days !== null && <p className="mt-3 text-muted text-sm">{t('retention.due', { count: due })}</p>}
      <Dialog
        open={asking !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsking(undefined);
        }}
        title={t('retention.confirmTitle', { count: asking ?? 0 })}
        description={t('retention.confirmDetail')}
        width="sm"
        footer={
          <>
            <Button onClick={() => setAsking(undefined)}>{t('shell:cancel')}</Button>
            <Button tone="dangerSolid" onClick={() => set(asking ?? null)}>
              {t('retention.confirm')}
            </Button>
          </>
        }
      />
    </Panel>
  );
};
