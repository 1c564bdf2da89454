import type { WorkbenchCard } from '@atelier/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toastWithUndo } from '../../../ui/toast-store.ts';

type Props = { readonly card: WorkbenchCard; readonly onClose: () => void };

export const RenameDialog = ({ card: { workbenchId, name: before }, onClose }: Props) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(before);
  const [busy, setBusy] = useState(false);
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    if (next === '' || next === before) return onClose();
    setBusy(true);
    const done = await send(commands.WorkbenchRename({ workbenchId, name: next }));
    setBusy(false);
    if (done === undefined) return;
    const undo = () => void send(commands.WorkbenchRename({ workbenchId, name: before }));
    toastWithUndo(t('rename.done', { name: next }), { label: t('review.undo'), run: undo });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('rename.title')}
      width="sm"
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} onClick={() => form.current?.requestSubmit()}>
            {t('rename.do')}
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={(event) => void rename(event)} className="pb-3">
        <TextField
          ref={field}
          label={t('rename.name')}
          maxLength={120}
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
};
