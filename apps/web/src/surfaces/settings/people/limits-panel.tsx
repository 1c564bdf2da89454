import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type LimitName, type Limits, limitNames, limitRange, limitToType, limitTyped } from './limits-typed.ts';
import { useChange } from './use-person.ts';

/** How much one person may take, so that enough is left for the others. Admins set it; everybody sees it. */
export const LimitsPanel = ({ isAdmin }: { readonly isAdmin: boolean }) => {
  const { t } = useTranslation('settings');
  const install = useProjection(useAtelier().install);
  if (install.phase !== 'ready') return null;
  const { settings } = install.view;
  return (
    <Panel title={t('people.limits')} description={t('people.limitsDetail')}>
      {isAdmin ? <LimitsForm limits={settings} /> : <LimitsList limits={settings} />}
    </Panel>
  );
};

const LimitsList = ({ limits }: { readonly limits: Limits }) => {
  const { t, i18n } = useTranslation('settings');
  const shown = (name: LimitName) =>
    name === 'uploadBytesPerHour' ? formatBytes(limits[name], i18n.language) : String(limits[name]);
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {limitNames.map((name) => (
        <div key={name}>
          <dt className="text-faint text-sm">{t(`people.limit.${name}`)}</dt>
          <dd>
            <bdi>{shown(name)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};

const LimitsForm = ({ limits }: { readonly limits: Limits }) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const { change, busy } = useChange();
  // While nobody types, the limits themselves are shown, which other windows may change.
  const [typed, setTyped] = useState<Partial<Record<LimitName, string>>>({});
  const textOf = (name: LimitName) => typed[name] ?? limitToType(name, limits[name]);
  const wanted = limitNames.map((name) => [name, limitTyped(name, textOf(name))] as const);
  const isGood = wanted.every(([, value]) => value !== undefined);
  const isNew = wanted.some(([name, value]) => value !== limits[name]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isGood) return;
    const saved = await change('limits', commands.SettingsSet({ set: Object.fromEntries(wanted) }));
    if (saved) setTyped({});
  };
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {wanted.map(([name, value]) => (
          <TextField
            key={name}
            label={t(`people.limit.${name}`)}
            dir="ltr"
            inputMode="decimal"
            value={textOf(name)}
            onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
            {...(name === 'uploadBytesPerHour' && { hint: t('people.limitGigabytes') })}
            {...(value === undefined && { error: t('people.limitRange', limitRange(name)) })}
          />
        ))}
      </div>
      <div>
        <Button type="submit" busy={busy === 'limits'} disabled={!isGood || !isNew}>
          {t('people.limitsSave')}
        </Button>
      </div>
    </form>
  );
};
