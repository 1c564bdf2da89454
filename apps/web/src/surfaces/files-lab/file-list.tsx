import type { LabFile } from '@atelier/contracts';
import { Download, FileUp, Trash2 } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { nameInText } from '../../ui/split-name.ts';
import { FileIcon } from '../../ui/tree/file-icon.tsx';
import { addressOf } from './use-files-lab.ts';

type Props = {
  readonly files: readonly LabFile[];
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
  readonly onDrop: (files: readonly File[]) => void;
  readonly onRemove: (path: string) => void;
};

export const FileList = ({ files, chosen, onChoose, onDrop, onRemove }: Props) => {
  const { t, i18n } = useTranslation('filesLab');
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDrop([...event.dataTransfer.files]);
  };
  return (
    <section aria-label={t('files')} className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way in; the button is the one for keyboards */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
        className={classNames(
          'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-6 text-center',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
        )}
      >
        <p className="text-muted">{t('drop')}</p>
        <Button size="sm" icon={<FileUp size={13} />} onClick={() => picker.current?.click()}>
          {t('choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          aria-label={t('choose')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => onDrop([...(event.target.files ?? [])])}
        />
      </div>
      {files.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneDetail')}</EmptyState>
      ) : (
        <ul className="flex flex-col gap-1">
          {files.map(({ path, sizeBytes, changed }) => (
            <li
              key={path}
              className={classNames(
                'flex items-center gap-1 rounded-md pe-1',
                chosen === path ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <button
                type="button"
                aria-current={chosen === path || undefined}
                onClick={() => onChoose(path)}
                className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-3 py-2 text-start"
              >
                <FileIcon name={path} />
                <span className="min-w-0 flex-1 truncate">
                  <FileName name={path} />
                </span>
                {changed && <Badge tone="accent">{t('changed')}</Badge>}
                <span className="text-faint text-xs tabular-nums">{formatBytes(sizeBytes, i18n.language)}</span>
              </button>
              <a
                href={addressOf(path)}
                download={path}
                aria-label={t('download', { path: nameInText(path) })}
                className="rounded-sm p-1.5 text-faint hover:text-text"
              >
                <Download size={14} aria-hidden="true" />
              </a>
              <IconButton
                label={t('remove', { path: nameInText(path) })}
                icon={<Trash2 size={14} />}
                onClick={() => onRemove(path)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
