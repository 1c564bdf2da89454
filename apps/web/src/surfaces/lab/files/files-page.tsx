import { useTranslation } from 'react-i18next';
import { TextDiff } from '../../../code/text-diff.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { TreeGallery } from './tree-gallery.tsx';
import { UploadGallery } from './upload-gallery.tsx';

const lines = Array.from({ length: 60 }, (_, at) => `Clause ${at + 1}. The supplier delivers on time.`);
const before = ['# Agreement', 'The term is 30 days.', 'מחיר הקיר: ₪1,200 לפני מע״מ.', ...lines, 'Old last line.'].join(
  '\n',
);
const after = [
  '# Agreement',
  'The term is 45 days.',
  'מחיר הקיר: ₪1,450 לפני מע״מ.',
  ...lines,
  'End of agreement.',
  'Signed.',
].join('\n');

const FilesPage = () => {
  const { t } = useTranslation('lab');
  return (
    <>
      <h1 className="font-semibold text-xl">{t('pages.files')}</h1>
      <div className="grid gap-5 @4xl:grid-cols-2">
        <TreeGallery />
        <UploadGallery />
      </div>
      <Panel title={t('fileParts.diff')} description={t('fileParts.diffDetail')} flush>
        <div className="flex h-96 flex-col border-line border-t">
          <TextDiff
            whileLoading={<SkeletonLines lines={6} />}
            label={t('fileParts.diff')}
            before={before}
            after={after}
          />
        </div>
      </Panel>
    </>
  );
};

export default FilesPage;
