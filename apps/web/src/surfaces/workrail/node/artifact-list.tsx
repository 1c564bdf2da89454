import type { ArtifactView } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Id } from '../parts/facts.tsx';
import { JsonText } from '../parts/json-text.tsx';

export const ArtifactList = ({ artifacts }: { readonly artifacts: readonly ArtifactView[] }) => {
  const { t, i18n } = useTranslation('workrail');
  return (
    <ul className="flex flex-col gap-3">
      {artifacts.map((artifact) => (
        <li key={artifact.outputId}>
          <p className="mb-1 flex flex-wrap items-center gap-2 text-sm">
            <Id value={artifact.kind ?? artifact.contentType} />
            <span className="text-faint">{formatBytes(artifact.bytes, i18n.language)}</span>
            {artifact.superseded && <Badge>{t('attempt.superseded')}</Badge>}
          </p>
          {artifact.content === null ? (
            <p className="text-faint">{t('attempt.contentGone')}</p>
          ) : (
            <JsonText value={artifact.content} label={artifact.kind ?? artifact.contentType} />
          )}
        </li>
      ))}
    </ul>
  );
};
