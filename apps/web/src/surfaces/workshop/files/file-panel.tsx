import { workbenchZipPath } from '@atelier/contracts';
import { Link } from '@tanstack/react-router';
import { BookOpenText, Download, FilePlus2, FolderPlus, FolderSync, Settings } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CollapsePane } from '../../../ui/panes/panes.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { UploadList } from '../../../ui/upload/upload-list.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { useBench } from '../bench/bench-context.ts';
import { ClutterBar } from './clutter-bar.tsx';
import { FileRow } from './file-row.tsx';
import type { AddFiles } from './use-add-files.ts';
import { useLocked } from './use-locked.ts';
import { WriteBackDialog } from './write-back-dialog.tsx';

type Props = { readonly files: AddFiles; readonly onMention: (name: string) => void; readonly onGone?: () => void };

/** Phones have no folders to choose. */
const canPickFolders = 'webkitdirectory' in HTMLInputElement.prototype && matchMedia('(pointer: fine)').matches;

/** The left side of a Workbench: its files, how full the model's view is, and its settings. */
export const FilePanel = ({ files, onMention, onGone }: Props) => {
  const { t } = useTranslation('workshop');
  const { view, workbenchId } = useBench();
  const picker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const locked = useLocked();
  const isFree = locked === undefined && files.uploads === undefined;
  const take = (chosen: FileList | null) => {
    const all = [...(chosen ?? [])].map((file) => ({
      path: (file.webkitRelativePath || file.name).normalize('NFC'),
      file,
    }));
    if (all.length > 0) files.take({ files: all, unreadable: [] });
  };
  const [isFolderOpen, setFolderOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // A file that is removed takes along the menu it was removed by.
  useFocusKept(view.files.length, () => list.current);
  const iconLink =
    'inline-flex size-8 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text';
  return (
    <div className="flex h-full min-h-0 flex-col bg-sunken/50">
      <header className="flex items-center gap-1 ps-4 pe-2 pt-2.5">
        <h2 className="me-auto font-semibold">{t('files.title')}</h2>
        <CollapsePane label={t('files.title')} />
      </header>
      <p className="px-4 pb-2 text-faint text-xs">{t('files.untouched')}</p>
      <div className="px-3 pb-2">
        <div className="flex gap-1.5">
          <Tooltip label={locked ?? t('files.empty.detail')}>
            <Button
              size="sm"
              // Never disabled: whoever pressed it would lose the focus.
              icon={files.uploads === undefined ? <FilePlus2 size={14} /> : <Spinner size={14} />}
              aria-busy={files.uploads !== undefined || undefined}
              aria-disabled={locked !== undefined || undefined}
              onClick={() => {
                if (isFree) picker.current?.click();
              }}
              className={locked === undefined ? 'min-w-0 flex-1' : 'min-w-0 flex-1 opacity-60'}
            >
              {t('files.add')}
            </Button>
          </Tooltip>
          {canPickFolders && (
            <Tooltip label={locked ?? t('files.addFolderDetail')}>
              <Button
                size="sm"
                icon={<FolderPlus size={14} />}
                aria-label={t('files.addFolder')}
                aria-disabled={!isFree || undefined}
                onClick={() => {
                  if (isFree) folderPicker.current?.click();
                }}
                className={locked === undefined ? 'px-2' : 'px-2 opacity-60'}
              />
            </Tooltip>
          )}
        </div>
        <Link
          to="/workshop/$workbenchId/context"
          params={{ workbenchId } as never}
          onClick={() => onGone?.()}
          className={`${buttonClass('quiet', 'sm')} mt-1.5 w-full`}
        >
          <BookOpenText size={14} aria-hidden="true" />
          {view.contextItems.length === 0
            ? t('context.open')
            : t('context.openCount', { count: view.contextItems.length })}
        </Link>
        <input
          ref={picker}
          type="file"
          multiple
          // The button above is the way in; this is only what it opens.
          aria-hidden="true"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take(event.target.files);
            // The same file may be chosen again after it was changed.
            event.target.value = '';
          }}
        />
        <input
          ref={folderPicker}
          type="file"
          // The types of React do not know the attribute.
          {...{ webkitdirectory: '' }}
          aria-hidden="true"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {files.uploads !== undefined && (
          <div className="px-2 pb-2">
            <UploadList uploads={files.uploads} />
          </div>
        )}
        <ul
          ref={list}
          id="workbench-files"
          tabIndex={-1}
          aria-label={t('files.list')}
          className="flex flex-col outline-none"
        >
          {view.files.map((file) => (
            <FileRow
              key={file.path}
              file={file}
              onMention={() => onMention(file.path)}
              {...(onGone === undefined ? {} : { onGone })}
            />
          ))}
          {view.deletedFiles.map((path) => (
            <li key={path} className="truncate px-2 py-1.5 text-faint text-sm line-through">
              <bdi>{path}</bdi>
              <span className="sr-only">, {t('files.badge.deleted')}</span>
            </li>
          ))}
        </ul>
        {view.files.length === 0 && <p className="px-2 py-3 text-muted text-sm">{t('files.empty.detail')}</p>}
      </div>
      <ClutterBar />
      <footer className="flex items-center gap-1 border-line border-t px-2 py-1.5">
        <Tooltip label={t('bench.settings')} side="top">
          <Link
            to="/workshop/$workbenchId/settings"
            params={{ workbenchId } as never}
            aria-label={t('bench.settings')}
            className={iconLink}
          >
            <Settings size={16} aria-hidden="true" />
          </Link>
        </Tooltip>
        {view.folder !== null && (
          <IconButton
            label={t('folder.open')}
            icon={<FolderSync size={16} aria-hidden="true" />}
            onClick={() => setFolderOpen(true)}
          />
        )}
        {isFolderOpen && <WriteBackDialog onClose={() => setFolderOpen(false)} />}
        {view.files.length > 0 && view.draft === null && (
          <Tooltip label={t('bench.downloadAll')} side="top">
            <a href={workbenchZipPath(workbenchId)} download aria-label={t('bench.downloadAll')} className={iconLink}>
              <Download size={16} aria-hidden="true" />
            </a>
          </Tooltip>
        )}
      </footer>
    </div>
  );
};
