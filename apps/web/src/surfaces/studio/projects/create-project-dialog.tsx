import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { langOfUi } from '../shown-text.tsx';

type Props = { readonly onClose: () => void; readonly onMade: (projectId: string) => void };

export const CreateProjectDialog = ({ onClose, onMade }: Props) => {
  const { t, i18n } = useTranslation(['studio', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The same for every try: a second press after a lost answer makes no second project.
  const [requestId] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState('');
  const [clientName, setClient] = useState('');
  const [busy, setBusy] = useState(false);
  const isReady = title.trim() !== '' && clientName.trim() !== '';
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setBusy(true);
    const primaryLang = langOfUi(i18n.language);
    const made = await send(
      commands.StudioProjectCreate({
        requestId,
        title: { [primaryLang]: title.trim() },
        clientName: clientName.trim(),
        primaryLang,
      }),
    );
    setBusy(false);
    if (made !== undefined) onMade(made.projectId);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('projects.createTitle')}
      width="sm"
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={!isReady} onClick={() => form.current?.requestSubmit()}>
            {t('projects.create')}
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={(event) => void create(event)} className="flex flex-col gap-4 pb-3">
        <TextField
          ref={field}
          label={t('projects.title')}
          placeholder={t('projects.titleHint')}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label={t('projects.client')}
          maxLength={200}
          value={clientName}
          onChange={(event) => setClient(event.target.value)}
        />
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
};
