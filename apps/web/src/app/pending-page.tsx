import { useTranslation } from 'react-i18next';
import { SkeletonLines } from '../ui/skeleton.tsx';

export const PendingPage = () => {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-busy="true" className="mx-auto w-full max-w-4xl px-5 py-12 sm:px-10">
      <span className="sr-only">{t('loading')}</span>
      <SkeletonLines lines={5} />
    </div>
  );
};
