import type { ModelsView } from '@atelier/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Switch } from '../../../ui/switch.tsx';

/** Opening the door for everything is asked twice; closing it is not. */
export const ConsentModePanel = ({ mode }: { readonly mode: ModelsView['consent']['mode'] }) => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const allow = async () => {
    setBusy(true);
    const done = await send(commands.UserSetConsentMode({ mode: 'allow_all', confirmed: true }));
    setBusy(false);
    if (done !== undefined) setAsking(false);
  };
  return (
    <Panel title={t('privacy.mode.title')} description={t('privacy.mode.detail')}>
      <div className="flex flex-col gap-3">
        <Switch
          label={t('privacy.mode.ask')}
          hint={t('privacy.mode.askHint')}
          checked={mode === 'ask'}
          onChange={(isAsking) => {
            if (isAsking) send(commands.UserSetConsentMode({ mode: 'ask' })).catch(console.error);
            else setAsking(true);
          }}
        />
        {mode === 'allow_all' && <Banner tone="draft" title={t('privacy.mode.allowed')} />}
      </div>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('privacy.mode.allowTitle')}
        description={t('privacy.mode.allowDetail')}
        width="sm"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('shell:cancel')}</Button>
            <Button tone="dangerSolid" busy={busy} onClick={() => void allow()}>
              {t('privacy.mode.allow')}
            </Button>
          </>
        }
      />
    </Panel>
  );
};
