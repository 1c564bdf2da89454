import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { useBench } from '../bench/bench-context.ts';

const colour = { light: 'bg-published', moderate: 'bg-draft', heavy: 'bg-danger' };

/** How full the model's view is. It informs and never blocks. */
export const ClutterBar = () => {
  const { t } = useTranslation('workshop');
  const { clutter } = useBench().view;
  return (
    <section aria-label={t('clutter.label')} className="flex flex-col gap-1.5 border-line border-t px-4 py-2.5 text-xs">
      <p className="flex justify-between gap-2">
        <span className="text-muted">{t('clutter.label')}</span>
        <span className="font-medium">
          {clutter === null ? t('clutter.unavailable') : t(`clutter.level.${clutter.level}`)}
        </span>
      </p>
      {clutter !== null && (
        <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
          <span
            className={classNames('block h-full rounded-full transition-[width]', colour[clutter.level])}
            style={{ width: `${Math.max(2, clutter.score * 100)}%` }}
          />
        </span>
      )}
      {clutter?.level === 'heavy' && (
        <p role="status" className="text-danger-text">
          {t('clutter.heavy')}
        </p>
      )}
      {clutter?.warnsOfContext === true && <p className="text-draft-text">{t('clutter.context')}</p>}
    </section>
  );
};
