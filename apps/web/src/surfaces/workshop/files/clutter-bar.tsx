import { useTranslation } from 'react-i18next';
import { formatShare } from '../../../i18n/format.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useBench } from '../bench/bench-context.ts';

/** Below this every part would read as nothing. */
const worthSaying = 0.01;
const kinds = ['files', 'conversation', 'context'] as const;
const shade = { files: '', conversation: 'opacity-70', context: 'opacity-40' };
const colour = { light: 'bg-published', moderate: 'bg-draft', heavy: 'bg-danger' };

/** How full the model's view is. It informs and never blocks. */
export const ClutterBar = () => {
  const { t, i18n } = useTranslation('workshop');
  const share = (part: number): string => formatShare(part, i18n.language);
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
        <>
          <span aria-hidden="true" className="flex h-1.5 overflow-hidden rounded-full bg-line">
            {kinds.map((kind) => (
              <span
                key={kind}
                className={classNames('h-full min-w-0 transition-[width]', colour[clutter.level], shade[kind])}
                style={{ width: `${Math.max(kind === 'files' ? 2 : 0, clutter.parts[kind] * 100)}%` }}
              />
            ))}
          </span>
          {clutter.score >= worthSaying && (
            <p className="text-faint tabular-nums">
              {t('clutter.parts', {
                files: share(clutter.parts.files),
                conversation: share(clutter.parts.conversation),
                context: share(clutter.parts.context),
              })}
            </p>
          )}
        </>
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
