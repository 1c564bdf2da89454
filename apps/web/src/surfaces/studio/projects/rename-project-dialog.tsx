import type { ProjectCard } from '@atelier/contracts/studio';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { langOfUi, useShownText } from '../shown-text.tsx';

type Props = { readonly card: ProjectCard; readonly onClose: () => void };

/** A name in the language of the screen; the other language keeps its own. */
export const RenameProjectDialog = ({ card, onClose }: Props) => {
  const { t, i18n } = useTranslation(['studio', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const shown = useShownText();
  const field = useRef<HTMLInputElement>(null);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState(shown(card.title));
  const [busy, setBusy] = useState(false);
  const rename = async () => {
    const { projectId } = card;
    setBusy(true);
    const now = await send(commands.StudioGet({ projectId }));
    const hash = now?.view.hashes[projectId];
    const done =
      hash === undefined
        ? undefined
        : await send(
            commands.RunStudioTurn({
              projectId,
              idempotencyKey,
              event: {
                type: 'manualEdit',
                ops: [
                  {
                    op: 'set',
                    opId: 'rename',
                    entity: 'project',
                    id: projectId,
                    changes: { [`title.${langOfUi(i18n.language)}`]: title.trim() },
                  },
                ],
                ifMatch: { [projectId]: hash },
              },
            }),
          );
    setBusy(false);
    if (done !== undefined) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('projects.renameTitle')}
      width="sm"
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={title.trim() === ''} onClick={() => void rename()}>
            {t('projects.rename')}
          </Button>
        </>
      }
    >
      <div className="pb-3">
        <TextField
          ref={field}
          label={t('projects.title')}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
    </Dialog>
  );
};
