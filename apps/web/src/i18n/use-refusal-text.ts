import type { ErrorEnvelope } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';

/** What to tell a person about a refusal: our words for its code, or the server's own when the code is newer than this page. */
export const useRefusalText = (): ((error: ErrorEnvelope) => string) => {
  const { t, i18n } = useTranslation('shell');
  return ({ code, message }) => (i18n.exists(`shell:refusal.${code}`) ? t(`refusal.${code}`) : message);
};
