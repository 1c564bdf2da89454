import { useTranslation } from 'react-i18next';

/** The hash of an empty set. */
const noFiles = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A set of files by its fingerprint: enough of it to tell two sets apart, the whole of it to point at. */
export const ScopeHash = ({ hash }: { readonly hash: string }) => {
  const { t } = useTranslation('settings');
  if (hash === noFiles) return <span className="text-muted text-sm">{t('privacy.consents.noFiles')}</span>;
  const short = hash.replace(/^sha256:/, '').slice(0, 8);
  return (
    <bdi title={hash} className="whitespace-nowrap font-mono text-muted text-xs">
      {t('privacy.consents.scopeHash', { hash: short })}
    </bdi>
  );
};
