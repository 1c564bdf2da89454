import { SentDocument } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import type { ProjectStore } from '../project-store.ts';
import { langOfUi, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';

/** A button that opens the dialog; shown to whoever may send. */
export const SendToWorkbench = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { role, canSeeCosts } = useProjectView(project);
  const [isOpen, setOpen] = useState(false);
  if (role === 'viewer' || !canSeeCosts) return null;
  return (
    <>
      <Button size="sm" icon={<Send size={13} />} onClick={() => setOpen(true)}>
        {t('workbench.send')}
      </Button>
      {isOpen && <SendDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
};

const fresh = 'new';

const SendDialog = ({ project, onClose }: { readonly project: ProjectStore; readonly onClose: () => void }) => {
  const { t, i18n } = useTranslation(['studio', 'shell']);
  const { commands } = useAtelier();
  const navigate = useNavigate();
  const shown = useShownText();
  const refusalText = useRefusalText('studio');
  const { projectId, project: record } = useProjectView(project);
  const [target, setTarget] = useState<string>(fresh);
  const [lang, setLang] = useState(langOfUi(i18n.language));
  const [files, setFiles] = useState<readonly SentDocument[]>(SentDocument.options);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const list = useQuery({
    queryKey: ['studio', 'workbenches'],
    queryFn: () => commands.WorkbenchList({ limit: 100 }),
  });
  const cards = list.data?.ok ? list.data.value.cards.filter(({ isDamaged }) => !isDamaged) : [];

  const send = async () => {
    setBusy(true);
    setRefusal(undefined);
    const made = target === fresh ? await commands.WorkbenchCreate({ name: shown(record.title) }) : undefined;
    const workbenchId = made?.ok ? made.value.workbenchId : target;
    const reply =
      made && !made.ok
        ? made
        : await commands.StudioSendToWorkbench({ projectId, workbenchId, files: [...files], lang });
    setBusy(false);
    if (!reply.ok) {
      // Made just now: the next try goes there, not into one more.
      if (made?.ok) setTarget(workbenchId);
      return setRefusal(refusalText(reply.error));
    }
    toasts.show({
      tone: 'draft',
      title: t('workbench.sent', { count: files.length }),
      detail: t('workbench.sentDetail'),
      action: {
        label: t('workbench.open'),
        run: () => void navigate({ to: '/workshop/$workbenchId', params: { workbenchId } as never }),
      },
    });
    onClose();
  };
  const toggle = (file: SentDocument) =>
    setFiles(SentDocument.options.filter((each) => (each === file ? !files.includes(file) : files.includes(each))));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('workbench.title')}
      description={t('workbench.detail')}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={files.length === 0} onClick={() => void send()}>
            {t('workbench.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-3">
        {refusal !== undefined && <Banner tone="danger" title={refusal} />}
        <Field label={t('workbench.target')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('workbench.target')}
              value={target}
              options={[
                { value: fresh, label: t('workbench.fresh') },
                ...cards.map(({ workbenchId, name }) => ({ value: workbenchId, label: name })),
              ]}
              onChange={setTarget}
            />
          )}
        </Field>
        <Segmented
          label={t('quote.language')}
          value={lang}
          choices={(['he', 'en'] as const).map((value) => ({ value, label: t(`quote.locale.${value}`) }))}
          onChange={setLang}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium text-sm">{t('workbench.files')}</legend>
          {SentDocument.options.map((file) => (
            <Checkbox
              key={file}
              label={t(`workbench.file.${file.replace('.', '_') as 'plan_xlsx'}`)}
              checked={files.includes(file)}
              onChange={() => toggle(file)}
            />
          ))}
        </fieldset>
      </div>
    </Dialog>
  );
};
