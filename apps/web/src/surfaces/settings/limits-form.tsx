import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { useSend } from '../../client/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { type LimitName, type Limits, limitRange, limitToType, limitTyped } from './limits-typed.ts';

type Props = { readonly names: readonly LimitName[]; readonly limits: Limits; readonly isAdmin: boolean };

const units: Partial<Record<LimitName, 'megabytes' | 'gigabytes'>> = {
  uploadBytesPerHour: 'gigabytes',
  largestFileBytes: 'megabytes',
  revisionBytes: 'gigabytes',
};

/** Numbers of the whole installation. Admins set them; everybody sees them. */
export const LimitsForm = ({ names, limits, isAdmin }: Props) =>
  isAdmin ? <Form names={names} limits={limits} /> : <List names={names} limits={limits} />;

const List = ({ names, limits }: Omit<Props, 'isAdmin'>) => {
  const { t } = useTranslation('settings');
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {names.map((name) => (
        <div key={name}>
          <dt className="text-faint text-sm">{t(`limits.name.${name}`)}</dt>
          <dd>
            <bdi>{limitToType(name, limits[name])}</bdi>
            {units[name] !== undefined && <span className="text-faint text-sm"> {t(`limits.${units[name]}`)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Form = ({ names, limits }: Omit<Props, 'isAdmin'>) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const send = useSend();
  const [busy, setBusy] = useState(false);
  // While nobody types, the limits themselves are shown, which other windows may change.
  const [typed, setTyped] = useState<Partial<Record<LimitName, string>>>({});
  const textOf = (name: LimitName) => typed[name] ?? limitToType(name, limits[name]);
  const wanted = names.map((name) => [name, limitTyped(name, textOf(name))] as const);
  const isGood = wanted.every(([, value]) => value !== undefined);
  const changed = wanted.filter(([name, value]) => value !== limits[name]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isGood || changed.length === 0) return;
    setBusy(true);
    const saved = await send(commands.SettingsSet({ set: Object.fromEntries(changed) }));
    setBusy(false);
    if (saved !== undefined) setTyped({});
  };
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {wanted.map(([name, value]) => (
          <TextField
            key={name}
            label={t(`limits.name.${name}`)}
            dir="ltr"
            inputMode="decimal"
            value={textOf(name)}
            onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
            {...(units[name] !== undefined && { hint: t(`limits.${units[name]}`) })}
            {...(value === undefined && { error: t('limits.range', limitRange(name)) })}
          />
        ))}
      </div>
      <div>
        <Button type="submit" busy={busy} disabled={!isGood || changed.length === 0}>
          {t('limits.save')}
        </Button>
      </div>
    </form>
  );
};
