import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '../../../ui/tabs.tsx';
import type { PanelProps } from '../panels.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { useProjectView } from '../use-project.ts';
import { FlagList } from './flag-list.tsx';
import { orphanedRows, tombstonedRows } from './grave-rows.ts';
import { GraveTab } from './grave-tab.tsx';

/** What was removed, what lost its place, and what the checks found. Nothing here is decided without a person. */
const GraveyardPanel = ({ project }: PanelProps) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const removed = useMemo(() => tombstonedRows(view), [view]);
  const orphaned = useMemo(() => orphanedRows(view), [view]);
  const [tab, setTab] = useState(orphaned.length > 0 ? 'orphaned' : view.flags.length > 0 ? 'flags' : 'removed');
  return (
    <PanelFrame title={t('panels.graveyard')} detail={t('records.graveyard.detail')}>
      <Tabs
        label={t('panels.graveyard')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'removed',
            label: t('records.graveyard.removed'),
            count: removed.length,
            content: <GraveTab project={project} rows={removed} actions={['restore']} />,
          },
          {
            id: 'orphaned',
            label: t('records.graveyard.orphaned'),
            count: orphaned.length,
            content: (
              <GraveTab project={project} rows={orphaned} actions={['unlink', 'removeLine', 'restore', 'attach']} />
            ),
          },
          {
            id: 'flags',
            label: t('records.graveyard.flags'),
            count: view.flags.length,
            content: <FlagList project={project} />,
          },
        ]}
      />
    </PanelFrame>
  );
};
export default GraveyardPanel;
