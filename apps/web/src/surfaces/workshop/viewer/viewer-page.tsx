import { workbenchFilesPath } from '@atelier/contracts';
import { kindOfName } from '@atelier/workshop/view';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Download, EyeOff, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatMoment } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { nameInText } from '../../../ui/split-name.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { FileIcon } from '../../../ui/tree/file-icon.tsx';
import { useBench } from '../bench/bench-context.ts';
import { OriginScope } from '../past/origin-scope.tsx';
import { FileView } from './file-view.tsx';
import { HiddenSheet } from './hidden-sheet.tsx';
import { useSource } from './use-source.ts';

/** An earlier version, as a search in the past names it. */
type PastVersion = { readonly version?: string; readonly size?: number; readonly at?: string };

/** One file of the Workbench, as it is in the active view or as it was. */
const ViewerPage = () => {
  const { path = '' } = useParams({ strict: false }) as { readonly path?: string };
  const { t, i18n } = useTranslation('workshop');
  const { view, workbenchId } = useBench();
  const { version, size, at } = useSearch({ strict: false }) as PastVersion;
  const isPast = version !== undefined;
  const file = isPast
    ? { path, kind: kindOfName(path), version, sizeBytes: Number(size ?? 0) }
    : view.files.find((each) => each.path === path);
  const source = useSource(workbenchId, file);
  const [isLooking, setLooking] = useState(false);
  const back = (
    <Link to="/workshop/$workbenchId" params={{ workbenchId } as never} className={buttonClass('quiet', 'sm')}>
      <ArrowLeft size={14} aria-hidden="true" className="mirror-rtl" />
      {t('viewer.back')}
    </Link>
  );
  if (file === undefined || source === undefined) {
    return (
      <EmptyState icon={<SearchX size={18} />} title={t('viewer.gone', { name: nameInText(path) })} action={back} />
    );
  }
  return (
    <section aria-label={path} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-2">
        {back}
        <h2 tabIndex={-1} className="flex min-w-0 flex-1 basis-24 items-center gap-2 font-medium outline-none">
          <FileIcon name={path} />
          <span className="min-w-0 truncate">
            <FileName name={path} />
          </span>
        </h2>
        <span className="text-faint text-sm tabular-nums">{formatBytes(file.sizeBytes, i18n.language)}</span>
        {isPast ? (
          <Badge>{t('viewer.asItWas', { when: at === undefined ? '' : formatMoment(at, i18n.language) })}</Badge>
        ) : (
          <Badge tone={view.draft === null ? 'published' : 'draft'}>
            {t(view.draft === null ? 'viewer.fromPublished' : 'viewer.fromDraft')}
          </Badge>
        )}
        {!isPast && file.kind !== 'binary' && (
          <Button size="sm" icon={<EyeOff size={13} />} onClick={() => setLooking(true)}>
            {t('hidden.open')}
          </Button>
        )}
        <Tooltip label={t('viewer.download')}>
          <a
            href={workbenchFilesPath(workbenchId, path, file.version)}
            download={path}
            aria-label={t('viewer.download')}
            className={buttonClass('neutral', 'sm')}
          >
            <Download size={13} aria-hidden="true" />
          </a>
        </Tooltip>
      </header>
      {isLooking && <HiddenSheet path={path} version={file.version} onClose={() => setLooking(false)} />}
      {isPast ? (
        <FileView key={file.version} source={source} />
      ) : (
        <OriginScope key={`${path} ${file.version}`} path={path} kind={file.kind}>
          <FileView source={source} />
        </OriginScope>
      )}
    </section>
  );
};

export default ViewerPage;
