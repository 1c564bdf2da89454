import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';

export const HomeLink = () => {
  const { t } = useTranslation('workshop');
  return (
    <Link to="/workshop" className={buttonClass('neutral', 'md')}>
      {t('bench.toHome')}
    </Link>
  );
};
