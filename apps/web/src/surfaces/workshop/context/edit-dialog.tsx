import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useDraft } from '../../../client/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useBench } from '../bench/bench-context.ts';
import { filesInDraft, filesToDraft } from './edited-files.ts';
import type { ContextItem } from './item-from-text.ts';

/** The files of an item as they are, to be changed by hand. */
export const EditDialog = ({ item, onClose }: { readonly item: ContextItem; readonly onClose: () => void }) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const { workbenchId, acts } = useBench();
  // Closed by accident or by a reload, what was changed is there again; a cancel gives it up.
  const kept = useDraft(`workbench.${workbenchId}.context.${item.category}.edit`);
  const [saved] = useState(item.files);
  const files = filesInDraft(kept.text, saved);
  const setFiles = (next: ContextItem['files']) => kept.setText(filesToDraft(next, saved));
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const done = await acts.said(commands.ContextEdit({ workbenchId, category: item.category, files: [...files] }));
    setBusy(false);
    if (done === undefined) return;
    kept.setText('');
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={t('context.editTitle', { name: t(`context.name.${item.category}`) })}
      description={t('context.editDetail')}
      footer={
        <>
          <Button
            onClick={() => {
              kept.setText('');
              onClose();
            }}
          >
            {t('shell:cancel')}
          </Button>
          <Button tone="primary" busy={busy} onClick={() => void save()}>
            {t('context.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {files.map(({ path, text }) => (
          <TextArea
            key={path}
            label={path}
            rows={12}
            className="font-mono text-sm"
            value={text}
            onChange={(event) =>
              setFiles(files.map((each) => (each.path === path ? { path, text: event.target.value } : each)))
            }
          />
        ))}
      </div>
    </Dialog>
  );
};
