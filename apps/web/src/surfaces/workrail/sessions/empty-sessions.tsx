import { Link } from '@tanstack/react-router';
import { Library, Plug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';
import { WorkRailDrawing } from '../workrail-drawing.tsx';

/** The first look: what will be here, and the one thing to do so that it is. */
export const EmptySessions = () => {
  const { t } = useTranslation('workrail');
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-7 px-5 py-6 @2xl:px-8 @2xl:py-8">
      <header className="flex flex-col items-start gap-2">
        <h1 className="font-semibold text-2xl">{t('empty.title')}</h1>
        <p className="max-w-xl text-pretty text-lg text-muted">{t('empty.lead')}</p>
      </header>
      <div className="board flex justify-center overflow-hidden rounded-lg border border-line bg-sunken px-4 py-7">
        <WorkRailDrawing />
      </div>
      <ol className="grid gap-x-8 gap-y-5 @2xl:grid-cols-3">
        {(['connect', 'ask', 'watch'] as const).map((step, at) => (
          <li key={step} className="border-line-strong border-t pt-3">
            <h2 className="font-medium text-base">
              <span className="me-1.5 text-accent-text tabular-nums">{at + 1}</span>
              {t(`empty.${step}.title`)}
            </h2>
            <p className="mt-1 text-pretty text-muted text-sm">{t(`empty.${step}.detail`)}</p>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Link to="/workrail/connect" className={buttonClass('primary', 'md')}>
          <Plug size={15} aria-hidden="true" />
          {t('empty.connectNow')}
        </Link>
        <Link to="/workrail/catalogue" className={buttonClass('neutral', 'md')}>
          <Library size={15} aria-hidden="true" />
          {t('empty.browse')}
        </Link>
      </div>
    </div>
  );
};
