import type { ErrorEnvelope } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { surfaces } from '../surfaces/registry.ts';

/** Where sentences for refusals are, by code: a surface keeps its own under `refusal`, what all share is in the first. */
export const refusalNamespaces: readonly string[] = ['shell', 'conversation', 'files', ...surfaces.map(({ id }) => id)];

/**
 * What to tell a person about a refusal: our words for its code, or the server's own when the code is newer than this
 * page. A surface that says a shared code in its own words names itself.
 */
export const useRefusalText = (surface?: string): ((error: ErrorEnvelope) => string) => {
  const { t, i18n } = useTranslation();
  const namespaces = surface === undefined ? refusalNamespaces : [surface, ...refusalNamespaces];
  return ({ code, message }) => {
    const found = namespaces.map((each) => `${each}:refusal.${code}`).find((key) => i18n.exists(key));
    return found === undefined ? message : t(found);
  };
};
