import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { DateField } from '../../../ui/typed/typed-field.tsx';

type Props = {
  readonly national: 'IL' | 'none';
  readonly days: readonly string[];
  readonly onNational: (national: 'IL' | 'none') => void;
  readonly onDays: (days: string[]) => void;
};

/** The same as the contract takes. */
const most = 200;

/** Days on which nobody works: the national ones, and those of the studio itself. */
export const DaysOff = ({ national, days, onNational, onDays }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const [day, setDay] = useState<string | null>(null);
  const canAdd = day !== null && !days.includes(day) && days.length < most;
  return (
    <section aria-label={t('daysOff.title')} className="flex flex-col gap-3">
      <Switch
        label={t('daysOff.national')}
        hint={t('daysOff.nationalHint')}
        checked={national === 'IL'}
        onChange={(on) => onNational(on ? 'IL' : 'none')}
      />
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!canAdd) return;
          onDays([...days, day].sort());
          setDay(null);
        }}
      >
        <DateField label={t('daysOff.own')} value={day} onChange={setDay} />
        <Button type="submit" icon={<Plus size={14} />} disabled={!canAdd}>
          {t('daysOff.add')}
        </Button>
      </form>
      {days.length > 0 && (
        <ul aria-label={t('daysOff.own')} className="flex flex-wrap gap-2">
          {days.map((each) => (
            <li
              key={each}
              className="inline-flex items-center gap-1 rounded-full border border-line bg-sunken ps-3 pe-1 text-sm"
            >
              <time dateTime={each}>{formatDate(each, i18n.language)}</time>
              <IconButton
                label={t('daysOff.remove', { day: formatDate(each, i18n.language) })}
                icon={<X size={12} />}
                onClick={() => onDays(days.filter((other) => other !== each))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
