import type { BlockerView } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';

export const BlockerList = ({ blockers }: { readonly blockers: readonly BlockerView[] }) => {
  const { t } = useTranslation('workrail');
  return (
    <div className="mb-4 flex flex-col gap-2">
      {blockers.map((blocker) => (
        <Banner
          key={`${blocker.code} ${JSON.stringify(blocker.pointer)}`}
          tone="draft"
          title={t(`blocker.${blocker.code}`)}
        >
          <p dir="auto">{blocker.message}</p>
          {blocker.suggestedFix !== undefined && (
            <pre dir="auto" className="mt-1.5 whitespace-pre-wrap break-words font-mono text-xs">
              {blocker.suggestedFix}
            </pre>
          )}
        </Banner>
      ))}
    </div>
  );
};
