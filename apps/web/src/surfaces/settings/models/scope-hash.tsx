import { useTranslation } from 'react-i18next';

/** A set of files by its fingerprint: enough of it to tell two sets apart, the whole of it to point at. */
export const ScopeHash = ({ hash }: { readonly hash: string }) => {
  const { t } = useTranslation('settings');
  const short = hash.replace(/^sha256:/, '').slice(0, 8);
  return (
    <bdi title={hash} className="whitespace-nowrap font-mono text-muted text-xs">
      {t('privacy.consents.scopeHash', { hash: short })}
    </bdi>
  );
};
