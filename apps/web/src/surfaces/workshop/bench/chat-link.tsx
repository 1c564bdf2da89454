import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';
import { useBench } from './bench-context.ts';

/** The way back from any place of a Workbench to its chat. */
export const ChatLink = () => {
  const { t } = useTranslation('workshop');
  const { workbenchId } = useBench();
  return (
    <Link to="/workshop/$workbenchId" params={{ workbenchId } as never} className={buttonClass('quiet', 'sm')}>
      <ArrowLeft size={14} aria-hidden="true" className="mirror-rtl" />
      {t('review.back')}
    </Link>
  );
};
