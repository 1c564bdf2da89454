import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';

type Props = { readonly onClose: () => void; readonly onMade: (workbenchId: string) => void };

export const CreateDialog = ({ onClose, onMade }: Props) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const made = await send(commands.WorkbenchCreate({ name: name.trim() === '' ? t('create.placeholder') : name }));
    setBusy(false);
    if (made !== undefined) onMade(made.workbenchId);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('create.title')}
      width="sm"
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} onClick={() => form.current?.requestSubmit()}>
            {t('create.do')}
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={(event) => void create(event)} className="pb-3">
        <TextField
          ref={field}
          label={t('create.name')}
          hint={t('create.hint')}
          placeholder={t('create.placeholder')}
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
};
