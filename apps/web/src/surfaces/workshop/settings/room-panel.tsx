import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { Panel } from '../../../ui/panel.tsx';

/** How much this Workbench holds, as it was when the page was opened. */
export const RoomPanel = ({ workbenchId }: { readonly workbenchId: string }) => {
  const { t, i18n } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { data } = useQuery({
    queryKey: ['workshop', 'WorkbenchRoom', workbenchId],
    queryFn: () => commands.WorkbenchRoom({ workbenchId }),
    staleTime: 0,
  });
  if (!data?.ok) return null;
  const published = formatBytes(data.value.published, i18n.language);
  const kept = formatBytes(data.value.kept, i18n.language);
  return (
    <Panel title={t('settings.room')}>
      <p className="text-muted">{t('settings.roomDetail', { published, kept })}</p>
    </Panel>
  );
};
