import { Link } from '@tanstack/react-router';
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';
import { useBench } from '../bench/bench-context.ts';

/** Stands in place of the message box while answers are compared. */
export const CompareBar = () => {
  const { t } = useTranslation('workshop');
  const { workbenchId } = useBench();
  return (
    <section
      id="workbench-composer"
      tabIndex={-1}
      aria-label={t('answers.title')}
      className="mb-2 flex flex-wrap items-center gap-3 rounded-lg border border-accent/25 bg-accent-soft p-4 outline-none"
    >
      <Columns3 size={16} aria-hidden="true" className="shrink-0 text-accent-text" />
      <span className="min-w-0 flex-1 basis-56">
        <span className="block font-semibold">{t('answers.barTitle')}</span>
        <span className="block text-muted text-sm">{t('answers.barDetail')}</span>
      </span>
      <Link
        to="/workshop/$workbenchId/answers"
        params={{ workbenchId } as never}
        className={buttonClass('primary', 'md')}
      >
        {t('answers.open')}
      </Link>
    </section>
  );
};
