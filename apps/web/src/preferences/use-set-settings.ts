import type { SettingsPatch } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { toasts } from '../ui/toast-store.ts';

/** Sends the change; the screen moves when the install stream says that it happened. */
export const useSetSettings = (): ((set: SettingsPatch) => void) => {
  const { commands } = useAtelier();
  const { t } = useTranslation('settings');
  const refusalText = useRefusalText();
  return (set) => {
    commands
      .SettingsSet({ set })
      .then((reply) => {
        if (!reply.ok) toasts.show({ tone: 'danger', title: t('saveFailed'), detail: refusalText(reply.error) });
      })
      .catch(console.error);
  };
};
