import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { nameInText } from '../../ui/split-name.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { FileList } from './file-list.tsx';
import { MapPanel } from './map-panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { ToolPanel } from './tool-panel.tsx';
import { useFilesLab } from './use-files-lab.ts';

const FilesLabPage = () => {
  const { t } = useTranslation('filesLab');
  const { files, tools, loading, drop, remove, refresh } = useFilesLab();
  const [wanted, setWanted] = useState<string>();
  const chosen = files.find(({ path }) => path === wanted) ?? files[0];
  const take = async (dropped: readonly File[]) => {
    for (const file of dropped) {
      if (!(await drop(file))) toasts.show({ title: t('refused', { path: nameInText(file.name) }), tone: 'danger' });
      else setWanted(file.name);
    }
  };
  const changed = () => void refresh();
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-6 py-8">
      <header>
        <h1 className="font-semibold text-xl">{t('title')}</h1>
        <p className="mt-0.5 max-w-prose text-muted">{t('lead')}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 @4xl:grid-cols-[20rem_minmax(0,1fr)]">
        {loading ? (
          <SkeletonLines lines={4} />
        ) : (
          <FileList
            files={files}
            chosen={chosen?.path}
            onChoose={setWanted}
            onDrop={(dropped) => void take(dropped)}
            onRemove={(path) => void remove(path)}
          />
        )}
        {chosen && (
          <Tabs
            label={chosen.path}
            tabs={[
              { id: 'map', label: t('map'), content: <MapPanel path={chosen.path} version={chosen.version} /> },
              {
                id: 'tool',
                label: t('tool'),
                content: <ToolPanel key={chosen.path} path={chosen.path} tools={tools} onWritten={changed} />,
              },
              {
                id: 'review',
                label: t('review'),
                content: <ReviewPanel path={chosen.path} version={chosen.version} onWritten={changed} />,
              },
            ]}
          />
        )}
      </div>
    </div>
  );
};

export default FilesLabPage;
