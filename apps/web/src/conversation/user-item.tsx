import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../i18n/format.ts';
import { CopyIconButton } from '../ui/copy-icon-button.tsx';

type Props = {
  readonly text: string;
  readonly at: string;
  /** What else can be done with the message, beside copying it. */
  readonly actions?: ReactNode;
};

export const UserItem = memo(({ text, at, actions }: Props) => {
  const { t, i18n } = useTranslation('conversation');
  return (
    <article aria-label={t('you')} className="group/said flex flex-col items-end gap-1">
      <p
        dir="auto"
        title={formatMoment(at, i18n.language)}
        className="max-w-[85%] whitespace-pre-wrap break-words rounded-lg rounded-ee-sm bg-accent-soft px-3.5 py-2 text-text"
      >
        {text}
      </p>
      <div className="flex h-7 items-center gap-0.5">
        {actions}
        <CopyIconButton
          text={text}
          className="size-7 opacity-0 focus-visible:opacity-100 group-hover/said:opacity-100 pointer-coarse:opacity-100"
        />
      </div>
    </article>
  );
});
