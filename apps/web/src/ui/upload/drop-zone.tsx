import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { usePageDrop } from './use-page-drop.ts';
import type { Incoming } from './walk-entries.ts';

type Props = {
  /** What happens with the files: “Add files to this chat”. */
  readonly label: string;
  readonly hint?: string;
  readonly onFiles: (incoming: Incoming) => void;
  readonly busy?: boolean;
  readonly disabled?: boolean;
};

/** The one way files come in: by button, by dropping files or folders anywhere on the page, by pasting them. */
export const DropZone = ({ label, hint, onFiles, busy = false, disabled = false }: Props) => {
  const { t } = useTranslation('parts');
  const picker = useRef<HTMLInputElement>(null);
  usePageDrop(label, (incoming) => {
    if (!disabled) onFiles(incoming);
  });
  return (
    <div className="flex flex-col items-center gap-2.5 rounded-md border border-line-strong border-dashed px-3 py-4 text-center">
      <p className="text-muted text-sm">{hint ?? t('upload.hint')}</p>
      <Button
        size="sm"
        icon={<FileUp size={13} />}
        busy={busy}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        {t('upload.choose')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])].map((file) => ({ path: file.name.normalize('NFC'), file }));
          onFiles({ files, unreadable: [] });
          // The same file may be chosen again after it was changed.
          event.target.value = '';
        }}
      />
    </div>
  );
};
