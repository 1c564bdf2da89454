import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';

export const CreateCheckpoint = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { acts } = useBench();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [description, setDescription] = useState('');
  const [busy, setBusy] = useState(false);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const done = await acts.createCheckpoint(description.trim());
    setBusy(false);
    if (done === undefined) return;
    toasts.show({ tone: 'published', title: t('checkpoints.created') });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('checkpoints.createTitle')}
      description={t('checkpoints.createDetail')}
      width="sm"
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} onClick={() => form.current?.requestSubmit()}>
            {t('checkpoints.create')}
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={(event) => void create(event)} className="pb-3">
        <TextField
          ref={field}
          label={t('checkpoints.description')}
          maxLength={200}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </form>
    </Dialog>
  );
};
