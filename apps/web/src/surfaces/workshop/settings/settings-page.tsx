import { useNavigate } from '@tanstack/react-router';
import { Bell, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { Button } from '../../../ui/button.tsx';
import { askForOutsideNotices, outsideNotices } from '../../../ui/notices/tab-notices.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useBench } from '../bench/bench-context.ts';
import { ChatLink } from '../bench/chat-link.tsx';
import { DeleteDialog } from '../home/delete-dialog.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { PortablePanel } from './portable-panel.tsx';
import { RoomPanel } from './room-panel.tsx';
import { TuningPanel } from './tuning-panel.tsx';

/** What a person chose for one Workbench, and for its keys in this browser. */
const SettingsPage = () => {
  const { t } = useTranslation('workshop');
  const { view, acts, workbenchId } = useBench();
  const navigate = useNavigate();
  const outside = useProjection(outsideNotices);
  const [isDeleting, setDeleting] = useState(false);
  const { settings } = view;
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-5 py-6">
        <header className="flex flex-col items-start gap-1">
          <ChatLink />
          <h2 tabIndex={-1} className="font-semibold text-xl outline-none">
            {t('settings.title')}
          </h2>
          <p className="text-muted">{t('settings.detail')}</p>
        </header>
        <Panel title={t('settings.run')}>
          <div className="flex flex-col gap-4">
            <Switch
              label={t('settings.pauseAfterPlan')}
              hint={t('settings.pauseAfterPlanHint')}
              checked={settings.pauseAfterPlan}
              onChange={(pauseAfterPlan) => void acts.setSettings({ pauseAfterPlan })}
            />
            <Switch
              label={t('settings.refineInDraft')}
              hint={t('settings.refineInDraftHint')}
              checked={settings.refineInDraft}
              onChange={(refineInDraft) => void acts.setSettings({ refineInDraft })}
            />
          </div>
        </Panel>
        <TuningPanel />
        <Panel title={t('hidden.title')}>
          <Switch
            label={t('hidden.forBench')}
            hint={t('hidden.forBenchHint')}
            checked={settings.hiddenContent === 'withheld'}
            onChange={(isOn) => void acts.setSettings({ hiddenContent: isOn ? 'withheld' : 'labelled' })}
          />
        </Panel>
        <Panel title={t('settings.notify')} description={t('settings.notifyOn')}>
          {outside === 'granted' ? (
            <p className="text-published-text">{t('settings.notifyAllowed')}</p>
          ) : outside === 'default' ? (
            <Button icon={<Bell size={15} />} onClick={() => void askForOutsideNotices()}>
              {t('settings.notifyAllow')}
            </Button>
          ) : (
            <p className="text-muted">{t('settings.notifyBlocked')}</p>
          )}
        </Panel>
        <KeysPanel />
        <PortablePanel />
        <RoomPanel workbenchId={workbenchId} />
        <Panel title={t('settings.storage')}>
          <div className="flex flex-wrap gap-2">
            <Button tone="danger" icon={<Trash2 size={15} />} onClick={() => setDeleting(true)}>
              {t('settings.deleteBench')}
            </Button>
          </div>
        </Panel>
      </div>
      {isDeleting && (
        <DeleteDialog
          card={{ workbenchId, name: view.name, hasDraft: view.draft !== null }}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/workshop' }).catch(console.error)}
        />
      )}
    </div>
  );
};

export default SettingsPage;
