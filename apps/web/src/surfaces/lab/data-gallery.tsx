import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../code/markdown.ts';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Panes } from '../../ui/panes/panes.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FileTree } from '../../ui/tree/file-tree.tsx';

const code = `{
  "v": 1,
  "seq": 42,
  "kind": "draft.published",
  "data": { "tree": "sha256:9f2c…" }
}`;

export const DataGallery = () => {
  const { t } = useTranslation('lab');
  const [selected, setSelected] = useState('');
  const rows = [
    { file: t('brief'), change: t('changed'), lines: 12 },
    { file: t('budget'), change: t('added'), lines: 1480 },
  ];
  return (
    <Panel title={t('data')} description={t('dataDetail')} flush>
      <Table
        label={t('data')}
        rows={rows}
        keyOf={({ file }) => file}
        columns={[
          { id: 'file', header: t('file'), cell: ({ file }) => <bdi>{file}</bdi> },
          { id: 'change', header: t('change'), cell: ({ change }) => <Badge tone="accent">{change}</Badge> },
          { id: 'lines', header: t('lines'), numeric: true, cell: ({ lines }) => lines.toLocaleString('en') },
        ]}
      />
      <div className="flex h-[26rem] flex-col border-line border-t">
        <Panes
          name="gallery.data"
          panes={[
            {
              id: 'tree',
              label: t('tree'),
              size: 32,
              content: (
                <div className="p-3">
                  <FileTree
                    label={t('tree')}
                    current={selected}
                    onOpen={setSelected}
                    className="h-80"
                    files={[
                      { path: `${t('folder')}/${t('brief')}`, state: 'changed' },
                      { path: `${t('folder')}/${t('budget')}`, state: 'added' },
                      { path: `${t('folder')}/${t('images')}/${t('hero')}` },
                    ]}
                  />
                </div>
              ),
            },
            {
              id: 'text',
              label: t('tabs'),
              content: (
                <div className="px-5 py-3">
                  <Tabs
                    label={t('tabs')}
                    tabs={[
                      {
                        id: 'text',
                        label: t('tabText'),
                        content: <Markdown whileLoading={<SkeletonLines lines={4} />} text={t('markdown')} />,
                      },
                      {
                        id: 'code',
                        label: t('tabCode'),
                        count: 1,
                        content: <CodeBlock label={t('tabCode')} code={code} />,
                      },
                    ]}
                  />
                </div>
              ),
            },
          ]}
        />
      </div>
    </Panel>
  );
};
