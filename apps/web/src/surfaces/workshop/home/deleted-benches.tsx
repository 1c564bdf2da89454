import { daysToBringBack, type ValueOf } from '@atelier/contracts';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';

/** What was deleted lately, with the way back. */
export const DeletedBenches = ({ deleted }: { readonly deleted: ValueOf<'WorkbenchList'>['deleted'] }) => {
  const { t, i18n } = useTranslation('workshop');
  const { commands } = useAtelier();
  const send = useSend();
  return (
    <details className="rounded-lg border border-line px-4 py-3">
      <summary className="cursor-pointer font-medium text-muted text-sm">
        {t('home.deleted')} ({deleted.length})
      </summary>
      <p className="mt-2 text-muted text-sm">{t('home.deletedDetail', { days: daysToBringBack })}</p>
      <ul className="mt-1 flex flex-col">
        {deleted.map(({ workbenchId, name, deletedAt }) => (
          <li key={workbenchId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="min-w-0 flex-1 basis-48 truncate">
              <bdi>{name}</bdi>
            </span>
            <span className="text-faint text-sm">
              {t('home.deletedAt', { at: formatMoment(deletedAt, i18n.language) })}
            </span>
            <Button
              size="sm"
              icon={<Undo2 size={14} aria-hidden="true" />}
              aria-label={t('home.bringBackNamed', { name })}
              onClick={() => void send(commands.WorkbenchUndoDelete({ workbenchId }))}
            >
              {t('home.bringBack')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
};
