import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { DiscardDialog } from '../review/discard-dialog.tsx';
import { useBench } from './bench-context.ts';

/** A Draft that has been open for long is asked about when its Workbench is opened. */
export const DraftReminder = () => {
  const { t, i18n } = useTranslation('workshop');
  const { view, workbenchId } = useBench();
  const [isDismissed, setDismissed] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const { draft } = view;
  if (draft === null || draft.reminder === null || isDismissed) return null;
  const isIdle = draft.reminder === 'idle_long';
  const when = formatMoment(isIdle ? draft.touchedAt : draft.createdAt, i18n.language);
  return (
    <div className="px-3 pt-2 @2xl:px-4">
      <Banner
        tone="draft"
        title={t(`remind.${draft.reminder}`, { when })}
        action={
          <div className="flex flex-wrap gap-2">
            {!isIdle && (
              <Link
                to="/workshop/$workbenchId/review"
                params={{ workbenchId } as never}
                className={buttonClass('neutral', 'sm')}
              >
                {t('remind.review')}
              </Link>
            )}
            <Button size="sm" tone="danger" onClick={() => setDiscarding(true)}>
              {t('remind.discard')}
            </Button>
            <Button size="sm" onClick={() => setDismissed(true)}>
              {t(isIdle ? 'remind.keep' : 'remind.dismiss')}
            </Button>
          </div>
        }
      />
      {isDiscarding && <DiscardDialog onClose={() => setDiscarding(false)} />}
    </div>
  );
};
