import type { GrantedConsent } from '@atelier/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../ui/file-name.tsx';
import { ScopeHash } from './scope-hash.tsx';

/** So many names tell what a consent is about; the rest come on request. */
const shownAtFirst = 3;

/** The files a consent is for, by the names they had; those of a consent from before names were kept, by fingerprint. */
export const ConsentFiles = ({ files = [], scopeHash }: GrantedConsent) => {
  const { t } = useTranslation('settings');
  const [isWhole, setWhole] = useState(false);
  if (files.length === 0) return <ScopeHash hash={scopeHash} />;
  const hidden = isWhole ? 0 : files.length - shownAtFirst;
  return (
    <div className="flex min-w-0 flex-col items-start gap-0.5 py-1.5 text-sm">
      <ul className="flex max-h-40 max-w-full flex-col gap-0.5 overflow-y-auto">
        {files.slice(0, hidden > 0 ? shownAtFirst : files.length).map(({ path }) => (
          <li key={path} className="break-words">
            <FileName name={path} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="text-accent text-xs hover:underline" onClick={() => setWhole(true)}>
          {t('privacy.consents.more', { count: hidden })}
        </button>
      )}
    </div>
  );
};
