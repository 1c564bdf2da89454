import type { ContextChange } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Id } from '../parts/facts.tsx';

const toneByKind: Record<ContextChange['kind'], Tone> = { added: 'published', changed: 'accent', removed: 'danger' };

export const ContextChanges = ({ changes }: { readonly changes: readonly ContextChange[] }) => {
  const { t } = useTranslation('workrail');
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {changes.map(({ key, kind, before, after }) => (
        <li key={key}>
          <p className="flex items-center gap-2">
            <Badge tone={toneByKind[kind]}>{t(`context.${kind}`)}</Badge>
            <Id value={key} />
          </p>
          <pre dir="ltr" className="mt-1 overflow-x-auto font-mono text-xs leading-5">
            {before !== undefined && <span className="block text-danger-text">{`− ${JSON.stringify(before)}`}</span>}
            {after !== undefined && <span className="block text-published-text">{`+ ${JSON.stringify(after)}`}</span>}
          </pre>
        </li>
      ))}
    </ul>
  );
};
