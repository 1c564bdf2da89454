import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useSend } from '../parts/send.ts';
import type { Config } from './console-settings-page.tsx';

type Props = { readonly config: Config; readonly onRotated: () => Promise<void> };

/** Tokens are signed. A rotation lets the old ones live once more; a second one ends them. */
export const KeysPanel = ({ config, onRotated }: Props) => {
  const { t } = useTranslation(['workrail', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { state } = config.keys;
  const rotate = () => {
    setBusy(true);
    send(commands.KeysRotate({ confirm: true }))
      .then(async (done) => {
        if (done === undefined) return;
        setAsking(false);
        toasts.show({ tone: 'published', title: t('keys.rotated') });
        await onRotated();
      })
      .catch(console.error)
      .finally(() => setBusy(false));
  };
  return (
    <Panel
      title={t('keys.title')}
      description={t('keys.detail')}
      action={
        <Button icon={<KeyRound size={14} />} disabled={state === 'damaged'} onClick={() => setAsking(true)}>
          {t('keys.rotate')}
        </Button>
      }
    >
      <Badge tone={state === 'damaged' ? 'danger' : 'neutral'} dot>
        {t(`keys.state.${state}`)}
      </Badge>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('keys.confirmTitle')}
        description={t(state === 'two' ? 'keys.confirmSecond' : 'keys.confirmFirst')}
        width="sm"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('shell:cancel')}</Button>
            <Button tone="dangerSolid" busy={busy} onClick={rotate}>
              {t('keys.rotate')}
            </Button>
          </>
        }
      />
    </Panel>
  );
};
