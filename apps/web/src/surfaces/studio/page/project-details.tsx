import type { Lang } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/typed/typed-field.tsx';
import { TextPair } from '../records/inputs.tsx';
import { areDaysInOrder, type ProjectForm } from './project-changes.ts';

type Props = { readonly form: ProjectForm; readonly onChange: (form: ProjectForm) => void };

/** When and where it is, and what it is about. The schedule is counted back from these days. */
export const ProjectDetails = ({ form, onChange }: Props) => {
  const { t } = useTranslation('studio');
  const day = (path: 'installStart' | 'eventDate' | 'strikeEnd') => (
    <DateField
      label={t(`path.${path}`)}
      value={form[path]}
      onChange={(value) => onChange({ ...form, [path]: value })}
    />
  );
  const pair = (what: 'venue' | 'brief', long = false) => (
    <TextPair
      label={t(`path.${what}`)}
      he={form[`${what}.he`]}
      en={form[`${what}.en`]}
      long={long}
      onChange={(lang: Lang, value) => onChange({ ...form, [`${what}.${lang}`]: value })}
    />
  );
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        {day('installStart')}
        {day('eventDate')}
        {day('strikeEnd')}
      </div>
      {!areDaysInOrder(form) && (
        <p role="alert" className="text-danger-text text-sm">
          {t('projectSettings.dayOrder')}
        </p>
      )}
      {pair('venue')}
      {pair('brief', true)}
    </>
  );
};
