import type { ChatFile } from '@atelier/contracts';
import { Download, FileUp, GitCompare, Trash2 } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FileName } from '../../ui/file-name.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { nameInText } from '../../ui/split-name.ts';
import { FileIcon } from '../../ui/tree/file-icon.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { addressOf, type Chat } from './use-chat.ts';

type Props = {
  readonly chat: Chat;
  readonly files: readonly ChatFile[];
  readonly isUnderWay: boolean;
  /** Inside a dialog that already has the title. */
  readonly isPlain?: boolean;
};

export const FilesPanel = ({ chat, files, isUnderWay, isPlain = false }: Props) => {
  const { t } = useTranslation('chatLab');
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [reviewed, setReviewed] = useState<string>();
  const file = files.find(({ path }) => path === reviewed);
  const take = async (dropped: readonly File[]) => {
    setBusy(true);
    for (const each of dropped) await chat.addFile(each.name, each);
    setBusy(false);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way in; the button is the one for keyboards
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={classNames('flex min-h-full flex-col gap-4', !isPlain && 'p-4', over && 'bg-accent-soft')}
    >
      {!isPlain && (
        <div>
          <h2 className="font-semibold">{t('files.title')}</h2>
          <p className="text-muted text-sm">{t('files.detail')}</p>
        </div>
      )}
      <div className="flex flex-col items-center gap-2.5 rounded-md border border-line-strong border-dashed px-3 py-4 text-center">
        <p className="text-muted text-sm">{t('files.drop')}</p>
        <Button size="sm" icon={<FileUp size={13} />} busy={busy} onClick={() => picker.current?.click()}>
          {t('files.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          aria-label={t('files.choose')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void take([...(event.target.files ?? [])]);
            // The same file may be chosen again after it was changed.
            event.target.value = '';
          }}
        />
      </div>
      {files.length > 0 && (
        <ul aria-label={t('files.title')} className="flex flex-col">
          {files.map((each) => (
            <FileItem
              key={each.path}
              file={each}
              isUnderWay={isUnderWay}
              onReview={() => setReviewed(each.path)}
              onRemove={() => void chat.removeFile(each.path)}
            />
          ))}
        </ul>
      )}
      {file !== undefined && (
        <ReviewDialog path={file.path} version={file.version} onClose={() => setReviewed(undefined)} />
      )}
    </div>
  );
};

type ItemProps = {
  readonly file: ChatFile;
  readonly isUnderWay: boolean;
  readonly onReview: () => void;
  readonly onRemove: () => void;
};

const FileItem = ({ file: { path, sizeBytes, changed, origin }, isUnderWay, onReview, onRemove }: ItemProps) => {
  const { t, i18n } = useTranslation('chatLab');
  const name = nameInText(path);
  return (
    <li className="flex flex-col gap-1 border-line border-b py-2.5 last:border-b-0">
      <p className="flex items-center gap-2">
        <FileIcon name={path} />
        <span className="min-w-0 flex-1 truncate font-medium" title={path}>
          <FileName name={path} />
        </span>
        {origin === 'agent' ? (
          <Badge tone="published">{t('files.made')}</Badge>
        ) : (
          changed && <Badge tone="accent">{t('files.changed')}</Badge>
        )}
      </p>
      <div className="flex items-center gap-0.5">
        <span className="me-auto text-faint text-xs tabular-nums">{formatBytes(sizeBytes, i18n.language)}</span>
        {changed && (
          <IconButton
            label={t('files.review', { path: name })}
            icon={<GitCompare size={14} />}
            onClick={onReview}
            className="size-7"
          />
        )}
        <a
          href={addressOf(path)}
          download={path}
          aria-label={t('files.download', { path: name })}
          title={t('files.download', { path: name })}
          className="inline-flex size-7 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text"
        >
          <Download size={14} aria-hidden="true" />
        </a>
        <IconButton
          label={t('files.remove', { path: name })}
          icon={<Trash2 size={14} />}
          disabled={isUnderWay}
          onClick={onRemove}
          className="size-7"
        />
      </div>
    </li>
  );
};
