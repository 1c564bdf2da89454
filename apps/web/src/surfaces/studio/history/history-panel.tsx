import type { HistoryEntry } from '@atelier/contracts/studio';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import type { PanelProps } from '../panels.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { EntryCard } from './entry-card.tsx';
import { PastSheet } from './past-sheet.tsx';
import { useHistory } from './use-history.ts';

/** Everything that was applied: who, when, from which words, and the way back. */
const HistoryPanel = ({ project }: PanelProps) => {
  const { t } = useTranslation('studio');
  const refusalText = useRefusalText('studio');
  const view = useProjectView(project);
  const act = useAct(project);
  const news = useProjection(project.news);
  const history = useHistory(view.projectId, view.version);
  const [past, setPast] = useState<HistoryEntry>();
  const undo = async (changeSetId: string) => {
    const done = await act({ type: 'undoChangeSet', changeSetId });
    if (done !== undefined && done.outcome !== 'rejected')
      toasts.show({ title: t('records.history.undone'), detail: t('records.history.undoneDetail') });
  };
  return (
    <PanelFrame title={t('panels.history')} detail={t('records.history.version', { version: view.version })}>
      {history.error !== undefined && <Banner tone="danger" title={refusalText(history.error)} />}
      {history.entries.length === 0 && !history.isLoading && history.error === undefined && (
        <EmptyState icon={<History size={20} />} title={t('records.history.empty')} />
      )}
      <ol aria-label={t('panels.history')} aria-busy={history.isLoading} className="flex flex-col gap-2">
        {history.entries.map((entry) => (
          <li key={entry.seq}>
            <EntryCard
              entry={entry}
              view={view}
              isNew={news !== undefined && entry.seq >= news.from && news.by.includes(entry.by)}
              onPast={() => setPast(entry)}
              {...(view.role !== 'viewer' && entry.changeSetId !== null
                ? { onUndo: () => void undo(entry.changeSetId ?? '') }
                : {})}
            />
          </li>
        ))}
      </ol>
      {history.more && (
        <Button className="self-center" busy={history.isLoading} onClick={() => void history.older()}>
          {t('records.history.older')}
        </Button>
      )}
      {past !== undefined && <PastSheet entry={past} now={view} onClose={() => setPast(undefined)} />}
    </PanelFrame>
  );
};
export default HistoryPanel;
