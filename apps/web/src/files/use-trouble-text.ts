import type { ErrorEnvelope } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { FileTrouble, troubleOf } from './trouble.ts';

/** Why a file could not be shown, and what to do, in the language of the page. */
export const useTroubleText = (surface: string): ((error: Error | ErrorEnvelope) => string) => {
  const { t } = useTranslation('files');
  const refusalText = useRefusalText(surface);
  return (error) => {
    const envelope = error instanceof Error ? (error instanceof FileTrouble ? error.envelope : undefined) : error;
    if (envelope === undefined) return t('trouble.unknown');
    const trouble = troubleOf(envelope);
    return trouble === undefined ? refusalText(envelope) : t(`trouble.${trouble}`);
  };
};
