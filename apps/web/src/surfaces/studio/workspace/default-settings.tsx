import type { ProjectDefaults } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useUnsaved } from '../../../client/use-unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { DaysOff } from '../page/days-off.tsx';
import { isQuotePrefix } from '../page/project-changes.ts';
import { WorkWeek } from '../page/work-week.tsx';

/** What a new project starts with. Projects that are there stay as they are. */
export const DefaultSettings = ({ defaults }: { readonly defaults: ProjectDefaults }) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const [edited, setEdited] = useState<ProjectDefaults>();
  const [busy, setBusy] = useState(false);
  useUnsaved(edited !== undefined);
  const now = edited ?? defaults;
  const save = async () => {
    setBusy(true);
    const done = await send(commands.StudioDefaultsSet({ requestId: crypto.randomUUID(), defaults: now }));
    setBusy(false);
    if (done === undefined) return;
    setEdited(undefined);
    toasts.show({ tone: 'published', title: t('workspace.saved') });
  };
  return (
    <Panel title={t('workspace.defaultsTitle')} description={t('workspace.defaultsDetail')}>
      <div className="flex max-w-prose flex-col gap-5">
        <TextField
          label={t('projectSettings.quotePrefix')}
          hint={t('projectSettings.quotePrefixHint', { prefix: now.quotePrefix, year: new Date().getFullYear() })}
          {...(isQuotePrefix(now.quotePrefix) ? {} : { error: t('projectSettings.quotePrefixWrong') })}
          dir="ltr"
          className="max-w-40"
          maxLength={12}
          value={now.quotePrefix}
          onChange={(event) => setEdited({ ...now, quotePrefix: event.target.value.trim() })}
        />
        <WorkWeek days={now.workWeek} onChange={(workWeek) => setEdited({ ...now, workWeek })} />
        <DaysOff
          national={now.nationalHolidays}
          days={now.holidays}
          onNational={(nationalHolidays) => setEdited({ ...now, nationalHolidays })}
          onDays={(holidays) => setEdited({ ...now, holidays })}
        />
        <Button
          tone="primary"
          className="self-start"
          busy={busy}
          disabled={edited === undefined || !isQuotePrefix(now.quotePrefix)}
          onClick={() => void save()}
        >
          {t('workspace.save')}
        </Button>
      </div>
    </Panel>
  );
};
