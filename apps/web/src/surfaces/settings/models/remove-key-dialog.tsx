import type { KeyedProvider } from '@atelier/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useNames } from '../../../models/names.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useIsHere } from '../../../ui/use-is-here.ts';

type Props = { readonly provider: KeyedProvider; readonly onClose: () => void };

export const RemoveKeyDialog = ({ provider, onClose }: Props) => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const { providerName } = useNames();
  const send = useSend();
  const isHere = useIsHere();
  const [busy, setBusy] = useState(false);
  const name = providerName(provider);
  const remove = async () => {
    setBusy(true);
    const done = await send(commands.ProvidersClearApiKey({ provider }));
    setBusy(false);
    if (done === undefined) return;
    toasts.show({ title: t('models.provider.removed', { provider: name }) });
    if (isHere.current) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('models.provider.removeTitle', { provider: name })}
      description={t('models.provider.removeDetail')}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="dangerSolid" busy={busy} onClick={() => void remove()}>
            {t('models.provider.remove')}
          </Button>
        </>
      }
    />
  );
};
