import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useBench } from '../bench/bench-context.ts';
import type { ContextItem } from './item-from-text.ts';

/** The files of an item as they are, to be changed by hand. */
export const EditDialog = ({ item, onClose }: { readonly item: ContextItem; readonly onClose: () => void }) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const { workbenchId, acts } = useBench();
  const [files, setFiles] = useState(item.files);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const done = await acts.said(commands.ContextEdit({ workbenchId, category: item.category, files: [...files] }));
    setBusy(false);
    if (done !== undefined) onClose();
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
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
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
