import { Download, File, FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../code/lazy-part.tsx';
import { formatBytes } from '../../../i18n/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { DocView } from './doc-view.tsx';
import type { FileSource } from './file-source.ts';
import type { Focus } from './focus.ts';
import { PageView } from './page-view.tsx';
import { SlideView } from './slide-view.tsx';

// Grids and editors are heavy; each is fetched with the first file that needs it.
const SheetView = lazyPart(() => import('./sheet-view.tsx'));
const TableView = lazyPart(() => import('./table-view.tsx'));
const TextView = lazyPart(() => import('./text-view.tsx'));

type Props = {
  readonly source: FileSource;
  /** Where to begin. */
  readonly focus?: Focus;
  /** Places that are marked as changed, see `changedPlaces`. */
  readonly marks?: ReadonlySet<string>;
  /** Whether it is the file before its changes or after them. */
  readonly side?: 'before' | 'after';
  /** What is said of a part that this version does not have. */
  readonly missing?: string;
};

/** A file of any kind as it is, without a model. */
export const FileView = ({ source, focus = {}, marks, side, missing }: Props) => {
  if (source.sizeBytes === 0) return <Empty />;
  const gap = missing === undefined ? {} : { missing };
  const waiting = (
    <div className="p-5">
      <SkeletonLines lines={6} />
    </div>
  );
  switch (source.kind) {
    case 'xlsx':
      return <SheetView whileLoading={waiting} source={source} focus={focus} {...(marks ? { marks } : {})} {...gap} />;
    case 'table':
      return <TableView whileLoading={waiting} source={source} focus={focus} {...(marks ? { marks } : {})} />;
    case 'text':
      return <TextView whileLoading={waiting} source={source} focus={focus} />;
    case 'docx':
    case 'odt':
      return (
        <DocView source={source} focus={focus} {...(marks && side ? { changes: { marks, side } } : {})} {...gap} />
      );
    case 'pptx':
      return <SlideView source={source} focus={focus} {...gap} />;
    case 'pdf':
    case 'image':
      return <PageView source={source} focus={focus} />;
    case 'binary':
      return <Opaque source={source} />;
  }
};

const Empty = () => {
  const { t } = useTranslation('workshop');
  return (
    <EmptyState icon={<File size={18} />} title={t('viewer.empty')}>
      {t('viewer.emptyDetail')}
    </EmptyState>
  );
};

const Opaque = ({ source }: { readonly source: FileSource }) => {
  const { t, i18n } = useTranslation('workshop');
  return (
    <EmptyState
      icon={<FileQuestion size={18} />}
      title={t('viewer.opaque')}
      action={
        <a href={source.address} download={source.path} className={buttonClass('neutral', 'md')}>
          <Download size={15} aria-hidden="true" />
          {formatBytes(source.sizeBytes, i18n.language)}
        </a>
      }
    >
      {t('viewer.opaqueDetail')}
    </EmptyState>
  );
};
