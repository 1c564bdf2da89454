import type { ErrorEnvelope, Result } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { toasts } from '../ui/toast-store.ts';

/** Sends a command for a screen that has nothing to do with the answer but to say a refusal in words. */
export const useSend = () => {
  const { t } = useTranslation('shell');
  const refusalText = useRefusalText();
  return async <Value>(command: Promise<Result<Value, ErrorEnvelope>>): Promise<Value | undefined> => {
    const reply = await command;
    if (reply.ok) return reply.value;
    toasts.show({ tone: 'danger', title: t('refused'), detail: refusalText(reply.error) });
    return undefined;
  };
};
