import { FolderOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { FileTree, type TreeFile } from '../../../ui/tree/file-tree.tsx';

const firstFiles: readonly TreeFile[] = [
  { path: 'brief.docx', state: 'changed' },
  { path: 'הצעת מחיר.xlsx', state: 'added' },
  { path: 'old/deck.pptx', state: 'deleted' },
  { path: 'old/logo.png', state: 'conflict' },
  ...Array.from({ length: 2996 }, (_, at) => ({ path: `archive/${2000 + (at % 26)}/report ${at + 1}.csv` })),
];

export const TreeGallery = () => {
  const { t } = useTranslation('lab');
  const [files, setFiles] = useState(firstFiles);
  const [opened, setOpened] = useState<string>();
  const [selected, setSelected] = useState(0);
  return (
    <Panel title={t('fileParts.tree')} description={t('fileParts.treeDetail')} flush>
      <FileTree
        label={t('fileParts.tree')}
        files={files}
        {...(opened === undefined ? {} : { current: opened })}
        onOpen={setOpened}
        onSelect={(paths) => setSelected(paths.length)}
        onRename={(path, name) =>
          setFiles((all) =>
            all.map((file) =>
              file.path === path ? { ...file, path: path.replace(/[^/]+$/, name), state: 'changed' } : file,
            ),
          )
        }
        menuOf={(paths) => [
          {
            id: 'open',
            label: t('fileParts.open'),
            icon: <FolderOpen size={14} />,
            onSelect: () => setOpened(paths[0]),
          },
          {
            id: 'delete',
            label: t('delete'),
            icon: <Trash2 size={14} />,
            danger: true,
            onSelect: () => setFiles((all) => all.filter(({ path }) => !paths.includes(path))),
          },
        ]}
        onDropInto={(folder, { files: dropped }) =>
          setFiles((all) => [
            ...all,
            ...dropped.map(({ path }) => ({ path: `${folder}${path}`, state: 'added' as const })),
          ])
        }
        className="h-80 border-line border-t p-2"
      />
      <p
        role="status"
        className="flex justify-between gap-3 border-line border-t bg-sunken px-3 py-1.5 text-faint text-xs"
      >
        <bdi className="min-w-0 truncate">{opened === undefined ? '' : t('fileParts.opened', { path: opened })}</bdi>
        <span>{selected > 0 && t('fileParts.selected', { count: selected })}</span>
      </p>
    </Panel>
  );
};
