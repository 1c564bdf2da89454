import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Field, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import type { ProjectStore } from '../project-store.ts';
import { useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { DaysOff } from './days-off.tsx';
import { isQuotePrefix, type OwnerForm } from './project-changes.ts';
import { ProjectClient } from './project-client.tsx';
import { WorkWeek } from './work-week.tsx';

type Props = {
  readonly project: ProjectStore;
  readonly form: OwnerForm;
  readonly onChange: (form: OwnerForm) => void;
};

const oldTabs = ['ideation', 'planning', 'solutioning'] as const;
const languages = ['he', 'en'] as const;

/** What only an owner says: for whom the offer is, how it is numbered, when people work, and who sees costs. */
export const OwnerSettings = ({ project, form, onChange }: Props) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const { project: record, directory, quotes } = useProjectView(project);
  const { settings } = record;
  const [first] = quotes;
  return (
    <>
      <ProjectClient directory={directory} form={form} onChange={onChange} />
      <Field label={t('projectSettings.language')} hint={t('projectSettings.languageHint')}>
        {() => (
          <div className="flex">
            <Segmented
              label={t('projectSettings.language')}
              value={form.primaryLang}
              choices={languages.map((value) => ({ value, label: t(`lang.${value}`) }))}
              onChange={(primaryLang) => onChange({ ...form, primaryLang })}
            />
          </div>
        )}
      </Field>
      <TextField
        label={t('projectSettings.quotePrefix')}
        hint={
          first === undefined
            ? t('projectSettings.quotePrefixHint', { prefix: form.quotePrefix, year: new Date().getFullYear() })
            : t('projectSettings.quoteNumberStays', { number: first.number })
        }
        {...(isQuotePrefix(form.quotePrefix) ? {} : { error: t('projectSettings.quotePrefixWrong') })}
        dir="ltr"
        className="max-w-40"
        maxLength={12}
        disabled={first !== undefined}
        value={form.quotePrefix}
        onChange={(event) => onChange({ ...form, quotePrefix: event.target.value.trim() })}
      />
      <Switch
        label={t('projectSettings.hideCosts')}
        hint={t('projectSettings.hideCostsHint')}
        checked={settings.costVisibility === 'editors'}
        onChange={(on) => void act({ type: 'setProjectSettings', costVisibility: on ? 'editors' : 'all' })}
      />
      <WorkWeek days={record.workWeek} onChange={(workWeek) => void act({ type: 'setProjectSettings', workWeek })} />
      <DaysOff
        national={record.nationalHolidays}
        days={record.holidays}
        onNational={(nationalHolidays) => void act({ type: 'setProjectSettings', nationalHolidays })}
        onDays={(holidays) => void act({ type: 'setProjectSettings', holidays })}
      />
      <Advanced project={project} />
    </>
  );
};

const Advanced = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const navigate = useNavigate();
  const shown = useShownText();
  const { projectId, project: record } = useProjectView(project);
  const { features, settings, title } = record;
  const showsLegacy = features.legacyTabs !== false;
  const switchOff = async () => {
    if ((await act({ type: 'setProjectSettings', studioTabV1: false })) === undefined) return;
    toasts.show({
      title: t('projectSettings.isOff', { title: shown(title) }),
      detail: t('projectSettings.isOffDetail'),
    });
    navigate({ to: '/studio' }).catch(console.error);
  };
  return (
    <section className="flex flex-col gap-2 border-line border-t pt-3">
      <h3 className="font-semibold">{t('projectSettings.advanced')}</h3>
      <Switch
        label={t('projectSettings.judge')}
        hint={t('projectSettings.judgeHint')}
        checked={settings.judge === 'auto'}
        onChange={(on) => void act({ type: 'setProjectSettings', judge: on ? 'auto' : 'off' })}
      />
      <Switch
        label={t('projectSettings.legacy')}
        hint={t('projectSettings.legacyHint')}
        checked={showsLegacy}
        onChange={(legacyTabs) => void act({ type: 'setProjectSettings', legacyTabs })}
      />
      {showsLegacy && (
        <ul className="flex flex-wrap gap-3 text-sm">
          {oldTabs.map((tab) => (
            <li key={tab}>
              <Link
                to={`/projects/$projectId/${tab}` as never}
                params={{ projectId } as never}
                className="text-accent-text underline"
              >
                {t(`legacy.tabs.${tab}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Switch
        label={t('projectSettings.studio')}
        hint={t('projectSettings.studioHint')}
        checked={features.studioTabV1}
        onChange={() => void switchOff()}
      />
    </section>
  );
};
