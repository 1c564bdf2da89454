import type { LegacyConversation } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, inputClass } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { DropZone } from '../../../ui/upload/drop-zone.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useAct } from '../use-project.ts';
import { parseLegacy } from './parse-legacy.ts';

type Props = {
  readonly project: ProjectStore;
  readonly tab: LegacyConversation['tab'];
  readonly onClose: () => void;
  readonly onDone?: () => void;
};

/** Old conversations come in as they are; what they say is only proposed. */
export const ImportLegacyDialog = ({ project, tab: first, onClose, onDone }: Props) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const [text, setText] = useState('');
  const [source, setSource] = useState<string>();
  const [tab, setTab] = useState(first);
  const [busy, setBusy] = useState(false);
  const conversations = parseLegacy(text, tab);
  const count = conversations?.reduce((all, { messages }) => all + messages.length, 0) ?? 0;
  const save = async () => {
    if (conversations === undefined) return;
    setBusy(true);
    const done = await act({
      type: 'importLegacy',
      source: source ?? t('legacy.pasted'),
      conversations: [...conversations],
    });
    setBusy(false);
    if (done?.outcome !== 'done') return;
    toasts.show({ tone: 'published', title: done.assistantMessage.text });
    onDone?.();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={t('legacy.importTitle')}
      description={t('legacy.importDetail')}
      footer={
        <Button tone="primary" busy={busy} disabled={conversations === undefined} onClick={() => void save()}>
          {t('legacy.importNow', { count })}
        </Button>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        <Segmented
          label={t('legacy.tab')}
          value={tab}
          choices={(['ideation', 'planning', 'solutioning', 'other'] as const).map((value) => ({
            value,
            label: t(`legacy.tabs.${value}`),
          }))}
          onChange={setTab}
        />
        <DropZone
          label={t('legacy.fromFile')}
          hint={t('legacy.kinds')}
          onFiles={({ files }) => {
            const [chosen] = files;
            if (!chosen) return;
            setSource(chosen.file.name);
            void chosen.file.text().then(setText);
          }}
        />
        <Field label={t('legacy.paste')}>
          {({ id }) => (
            <textarea
              id={id}
              dir="auto"
              rows={10}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={classNames(inputClass, 'h-auto py-1.5')}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
};
