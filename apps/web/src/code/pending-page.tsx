import { Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SkeletonLines } from '../ui/skeleton.tsx';

/** The page is on its way; `away` says that it comes by itself once the server is back. */
export const PendingPage = ({ away = false }: { readonly away?: boolean }) => {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-busy="true" className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-5 py-12 @2xl:px-8">
      {away ? (
        <p className="flex items-center gap-2.5 text-muted">
          <Unplug size={16} aria-hidden="true" className="shrink-0 text-draft-text" />
          {t('late.away')}
        </p>
      ) : (
        <span className="sr-only">{t('loading')}</span>
      )}
      <SkeletonLines lines={5} />
    </div>
  );
};
