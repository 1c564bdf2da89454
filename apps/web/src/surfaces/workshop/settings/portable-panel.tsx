import { transcriptPath, workbenchExportPath } from '@atelier/contracts';
import { useNavigate } from '@tanstack/react-router';
import { FileOutput, FileText, FolderInput, FolderOutput } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Field, inputClass } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';

/** What a Workbench takes along when it leaves: all of it, its chat, or its files for other programs. */
export const PortablePanel = () => {
  const { t } = useTranslation('workshop');
  const { workbenchId } = useBench();
  return (
    <>
      <Panel title={t('portable.title')} description={t('portable.detail')}>
        <div className="flex flex-wrap gap-2">
          <a href={workbenchExportPath(workbenchId)} download className={buttonClass('neutral', 'md')}>
            <FileOutput size={15} aria-hidden="true" />
            {t('portable.export')}
          </a>
          {(['md', 'json', 'jsonl'] as const).map((format) => (
            <a key={format} href={transcriptPath(workbenchId, format)} download className={buttonClass('quiet', 'md')}>
              <FileText size={15} aria-hidden="true" />
              {t(`portable.chat.${format}`)}
            </a>
          ))}
        </div>
      </Panel>
      <OutsidePanel />
    </>
  );
};

const OutsidePanel = () => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId, acts } = useBench();
  const navigate = useNavigate();
  const [folder, setFolder] = useState('');
  const [busy, setBusy] = useState<'out' | 'back'>();
  const takeOut = async () => {
    setBusy('out');
    const done = await acts.attempt(() =>
      commands.WorkbenchContinueOutside({ workbenchId, destination: folder.trim() }),
    );
    setBusy(undefined);
    if (done === undefined) return;
    setFolder(done.folder);
    toasts.show({ tone: 'published', title: t('portable.tookOut', { count: done.files }), detail: done.folder });
  };
  const takeBack = async () => {
    setBusy('back');
    const done = await acts.attempt(() => commands.WorkbenchTakeBack({ workbenchId, folder: folder.trim() }));
    setBusy(undefined);
    if (done === undefined) return;
    const detail = done.skipped.length === 0 ? undefined : t('portable.skipped', { names: done.skipped.join(', ') });
    toasts.show({
      tone: 'published',
      title: t('portable.tookBack', { count: done.changed.length }),
      ...(detail === undefined ? {} : { detail }),
    });
    navigate({ to: '/workshop/$workbenchId/review', params: { workbenchId } as never }).catch(console.error);
  };
  return (
    <Panel title={t('portable.outside')} description={t('portable.outsideDetail')}>
      <div className="flex flex-col gap-3">
        <Field label={t('portable.folder')} hint={t('portable.folderHint')}>
          {({ id, describedBy }) => (
            <input
              id={id}
              aria-describedby={describedBy}
              dir="ltr"
              value={folder}
              onChange={(event) => setFolder(event.target.value)}
              className={inputClass}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<FolderOutput size={15} />}
            busy={busy === 'out'}
            disabled={folder.trim() === ''}
            onClick={() => void takeOut()}
          >
            {t('portable.takeOut')}
          </Button>
          <Button
            icon={<FolderInput size={15} />}
            busy={busy === 'back'}
            disabled={folder.trim() === ''}
            onClick={() => void takeBack()}
          >
            {t('portable.takeBack')}
          </Button>
        </div>
      </div>
    </Panel>
  );
};
