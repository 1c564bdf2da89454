import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../i18n/format.ts';

type Props = { readonly text: string; readonly at: string };

export const UserItem = memo(({ text, at }: Props) => {
  const { t, i18n } = useTranslation('conversation');
  return (
    <article aria-label={t('you')} className="flex justify-end">
      <p
        dir="auto"
        title={formatMoment(at, i18n.language)}
        className="max-w-[85%] whitespace-pre-wrap break-words rounded-lg rounded-ee-sm bg-accent-soft px-3.5 py-2 text-text"
      >
        {text}
      </p>
    </article>
  );
});
