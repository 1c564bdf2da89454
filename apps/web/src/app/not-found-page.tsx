import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export const NotFoundPage = () => {
  const { t } = useTranslation('shell');
  return (
    <div className="pt-16">
      <EmptyState
        isPage
        icon={<Compass size={18} />}
        title={t('notFound.title')}
        action={
          <Link to="/" className={buttonClass('neutral', 'md')}>
            {t('error.goHome')}
          </Link>
        }
      >
        {t('notFound.detail')}
      </EmptyState>
    </div>
  );
};
