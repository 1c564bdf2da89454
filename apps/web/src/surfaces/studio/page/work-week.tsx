import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox.tsx';

type Props = { readonly days: readonly number[]; readonly onChange: (days: number[]) => void };

/** A Sunday, to name the days after. */
const sunday = Date.UTC(2026, 0, 4);
const dayMs = 86_400_000;

/** The days people work; the schedule leaves the others out. At least one stays. */
export const WorkWeek = ({ days, onChange }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const name = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('projectSettings.workWeek')}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <Checkbox
            key={day}
            label={name.format(sunday + day * dayMs)}
            checked={days.includes(day)}
            disabled={days.length === 1 && days.includes(day)}
            onChange={(on) => onChange([...days.filter((each) => each !== day), ...(on ? [day] : [])].sort())}
          />
        ))}
      </div>
    </fieldset>
  );
};
