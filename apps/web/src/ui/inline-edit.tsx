import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  /** What is edited: “Workbench name”. */
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
};

/** A name that is changed where it stands. Enter saves, Escape does not, and an empty name is no name. */
export const InlineEdit = ({ label, value, onSave }: Props) => {
  const { t } = useTranslation('parts');
  const [text, setText] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const finish = (save: boolean) => {
    const typed = text?.trim() ?? '';
    setText(undefined);
    if (save && typed !== '' && typed !== value) onSave(typed);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (text === undefined) {
    return (
      <button
        ref={button}
        type="button"
        title={t('inline.edit')}
        onClick={() => setText(value)}
        className="group -mx-1.5 inline-flex max-w-[calc(100%+0.75rem)] items-center gap-2 rounded-sm px-1.5 text-start hover:bg-hover"
      >
        <bdi className="min-w-0 truncate">{value}</bdi>
        <Pencil size={13} aria-hidden="true" className="shrink-0 text-faint opacity-60 group-hover:opacity-100" />
        <span className="sr-only">, {t('inline.change', { label })}</span>
      </button>
    );
  }
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label={label}
      dir="auto"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish(true);
        if (event.key === 'Escape') {
          event.stopPropagation();
          finish(false);
        }
      }}
      className="-mx-1.5 h-8 w-full max-w-md rounded-sm border border-accent bg-raised px-1.5 outline-none"
    />
  );
};
