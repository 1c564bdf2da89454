import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '../../../people/use-people.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';

export type SaveTarget = { readonly target: 'user' | 'project'; readonly workspacePath: string | null };

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** What is in the way, in words; undefined when it was saved. */
  readonly onSave: (target: SaveTarget) => Promise<string | undefined>;
};

export const SaveDialog = ({ open, onOpenChange, onSave }: Props) => {
  const { t } = useTranslation(['workrail', 'shell']);
  const isAdmin = usePeople()?.me.role === 'admin';
  const [target, setTarget] = useState<SaveTarget['target']>('user');
  const [folder, setFolder] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    onSave({ target, workspacePath: target === 'project' ? folder : null })
      .then(setProblem)
      .catch(console.error)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setProblem(undefined);
        onOpenChange(next);
      }}
      title={t('author.saveTitle')}
      description={t('author.saveDetail')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={target === 'project' && folder.trim() === ''} onClick={save}>
            {t('author.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        <Segmented
          label={t('author.where')}
          value={target}
          onChange={setTarget}
          choices={[
            { value: 'user', label: t('source.user') },
            // A folder of this machine is for admins to name.
            ...(isAdmin ? [{ value: 'project' as const, label: t('source.project') }] : []),
          ]}
        />
        {target === 'project' && (
          <TextField
            label={t('author.folder')}
            hint={t('author.folderHint')}
            value={folder}
            onChange={(event) => setFolder(event.target.value)}
            dir="ltr"
          />
        )}
        {problem !== undefined && (
          <p role="alert" className="text-danger-text">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
};
