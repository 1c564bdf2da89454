import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import { FileName } from '../file-name.tsx';
import { FileIcon, FolderIcon } from './file-icon.tsx';

/** What happened to a file since it was published. */
export type FileState = 'added' | 'changed' | 'deleted' | 'conflict';

const markByState: Readonly<Record<FileState, { readonly letter: string; readonly className: string }>> = {
  added: { letter: 'A', className: 'text-published-text' },
  changed: { letter: 'M', className: 'text-accent-text' },
  deleted: { letter: 'D', className: 'text-danger-text' },
  conflict: { letter: '!', className: 'text-draft-text' },
};

type Props = {
  readonly name: string;
  /** Undefined for a file. */
  readonly open: boolean | undefined;
  readonly state: FileState | undefined;
  readonly isRenaming: boolean;
  /** With nothing when the name stays. */
  readonly onRenamed: (name?: string) => void;
};

export const FileTreeRow = ({ name, open, state, isRenaming, onRenamed }: Props) => {
  const { t } = useTranslation('parts');
  const mark = state && markByState[state];
  return (
    <>
      <span className={classNames('flex w-4 shrink-0 justify-center text-faint', open === undefined && 'invisible')}>
        <span className="mirror-rtl">
          <ChevronRight
            size={13}
            aria-hidden="true"
            className={classNames('transition-transform duration-100', open === true && 'rotate-90')}
          />
        </span>
      </span>
      <span className="flex min-w-0 flex-1 items-center gap-1.5">
        {open === undefined ? <FileIcon name={name} /> : <FolderIcon open={open} />}
        {isRenaming ? (
          <input
            ref={selectBase}
            aria-label={t('tree.rename', { name })}
            defaultValue={name}
            dir="auto"
            onBlur={() => onRenamed()}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                const typed = event.currentTarget.value.trim();
                onRenamed(typed === '' || typed === name ? undefined : typed);
              } else if (event.key === 'Escape') onRenamed();
            }}
            className="h-6 min-w-0 flex-1 rounded-sm border border-accent bg-raised px-1 outline-none"
          />
        ) : (
          <span className={classNames('min-w-0 truncate', state === 'deleted' && 'line-through')} title={name}>
            {open === undefined ? <FileName name={name} /> : <bdi>{name}</bdi>}
          </span>
        )}
      </span>
      {mark !== undefined && state !== undefined && (
        <span title={t(`tree.state.${state}`)} className={`shrink-0 ps-2 font-medium text-xs ${mark.className}`}>
          <span aria-hidden="true">{mark.letter}</span>
          <span className="sr-only">{t(`tree.state.${state}`)}</span>
        </span>
      )}
    </>
  );
};

/** The name without its extension, which is rarely what is meant to change. */
const selectBase = (input: HTMLInputElement | null) => {
  if (input === null || document.activeElement === input) return;
  input.focus();
  const dot = input.value.lastIndexOf('.');
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length);
};
