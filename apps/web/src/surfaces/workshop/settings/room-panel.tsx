import { useQuery } from '@tanstack/react-query';
import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useLocked } from '../files/use-locked.ts';
import { TrimDialog } from './trim-dialog.tsx';

/** How much this Workbench holds, as it was when the page was opened, and the way to let go of its past. */
export const RoomPanel = ({ workbenchId }: { readonly workbenchId: string }) => {
  const { t, i18n } = useTranslation('workshop');
  const { commands } = useAtelier();
  const locked = useLocked();
  const [isTrimming, setTrimming] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ['workshop', 'WorkbenchRoom', workbenchId],
    queryFn: () => commands.WorkbenchRoom({ workbenchId }),
    staleTime: 0,
  });
  if (!data?.ok) return null;
  const { published, kept } = data.value;
  const bytes = (count: number): string => formatBytes(count, i18n.language);
  const history = bytes(Math.max(0, kept - published));
  return (
    <Panel title={t('settings.room')}>
      <p className="text-muted">
        {t('settings.roomDetail', { published: bytes(published), kept: bytes(kept), history })}
      </p>
      <div className="flex flex-wrap items-center gap-3 pt-3">
        <Button icon={<Scissors size={15} />} disabled={locked !== undefined} onClick={() => setTrimming(true)}>
          {t('trim.open')}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-muted text-sm">{locked ?? t('trim.openDetail')}</p>
      </div>
      {isTrimming && (
        <TrimDialog
          onClose={() => setTrimming(false)}
          onDone={() => {
            setTrimming(false);
            refetch().catch(console.error);
          }}
        />
      )}
    </Panel>
  );
};
