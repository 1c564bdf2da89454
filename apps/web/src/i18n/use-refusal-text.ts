import type { ErrorEnvelope } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';

/**
 * What to tell a person about a refusal: our words for its code, or the server's own when the code is newer than this
 * page. Each surface keeps the sentences of its codes under `refusal`; one that says a shared code in its own words
 * names itself here.
 */
export const useRefusalText = (surface?: string): ((error: ErrorEnvelope) => string) => {
  const { t, i18n } = useTranslation();
  const loaded = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {});
  const namespaces = [...(surface === undefined ? [] : [surface]), 'shell', ...loaded];
  return ({ code, message }) => {
    const found = namespaces.map((each) => `${each}:refusal.${code}`).find((key) => i18n.exists(key));
    return found === undefined ? message : t(found);
  };
};
