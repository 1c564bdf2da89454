import type { WorkbenchCard } from '@atelier/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';

type Props = { readonly card: WorkbenchCard; readonly onClose: () => void };

const modes = ['clone_files_only', 'clone_files_and_context_no_chat', 'clone_all'] as const;

export const CloneDialog = ({ card: { workbenchId, name: before }, onClose }: Props) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const navigate = useNavigate();
  const send = useSend();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(t('clone.copyOf', { name: before }).slice(0, 120));
  const [mode, setMode] = useState<(typeof modes)[number]>('clone_files_only');
  const [busy, setBusy] = useState(false);
  const clone = async () => {
    setBusy(true);
    const made = await send(commands.WorkbenchClone({ workbenchId, mode, name }));
    setBusy(false);
    if (made === undefined) return;
    navigate({ to: '/workshop/$workbenchId', params: { workbenchId: made.workbenchId } as never }).catch(console.error);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<bdi>{t('clone.title', { name: before })}</bdi>}
      description={t('clone.detail')}
      width="sm"
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} onClick={() => void clone()}>
            {t('clone.do')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-3">
        <TextField
          ref={field}
          label={t('clone.name')}
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field label={t('clone.what')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('clone.what')}
              value={mode}
              onChange={setMode}
              options={modes.map((each) => ({ value: each, label: t(`clone.mode.${each}`) }))}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
};
