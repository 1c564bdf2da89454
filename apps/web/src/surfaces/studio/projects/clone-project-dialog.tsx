import type { ProjectCard } from '@atelier/contracts/studio';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { DateField } from '../../../ui/typed/typed-field.tsx';
import { langOfUi, useShownText } from '../shown-text.tsx';

type Props = { readonly card: ProjectCard; readonly onClose: () => void };

/** A copy with its own ids; every date moves with the event day. */
export const CloneProjectDialog = ({ card, onClose }: Props) => {
  const { t, i18n } = useTranslation(['studio', 'shell']);
  const { commands } = useAtelier();
  const navigate = useNavigate();
  const send = useSend();
  const shown = useShownText();
  const field = useRef<HTMLInputElement>(null);
  const [requestId] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState(
    card.isTemplate ? shown(card.title) : t('projects.copyOf', { title: shown(card.title) }),
  );
  const [eventDate, setDate] = useState<string | null>(null);
  const [withCosts, setCosts] = useState(true);
  const [asTemplate, setTemplate] = useState(false);
  const [busy, setBusy] = useState(false);
  const clone = async () => {
    setBusy(true);
    const made = await send(
      commands.StudioProjectClone({
        requestId,
        projectId: card.projectId,
        title: { [langOfUi(i18n.language)]: title.trim() },
        ...(eventDate === null ? {} : { eventDate }),
        withCosts,
        asTemplate,
      }),
    );
    setBusy(false);
    if (made === undefined) return;
    if (asTemplate) return onClose();
    navigate({ to: '/projects/$projectId/studio', params: { projectId: made.projectId } as never }).catch(
      console.error,
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<bdi>{t('projects.cloneTitle', { title: shown(card.title) })}</bdi>}
      description={t('projects.cloneDetail')}
      width="sm"
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={title.trim() === ''} onClick={() => void clone()}>
            {t('projects.clone')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-3">
        <TextField
          ref={field}
          label={t('projects.title')}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <DateField
          label={t('projects.newDate')}
          hint={t('projects.newDateHint')}
          value={eventDate}
          onChange={setDate}
        />
        <Checkbox label={t('projects.withCosts')} checked={withCosts} onChange={setCosts} />
        <Checkbox label={t('projects.asTemplate')} checked={asTemplate} onChange={setTemplate} />
      </div>
    </Dialog>
  );
};
