import type { BlockerView } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { EngineText } from '../parts/engine-text.tsx';

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
          <p dir="auto">
            <EngineText text={blocker.message} />
          </p>
          {blocker.suggestedFix !== undefined && (
            <p dir="auto" className="wrap-anywhere mt-1.5 whitespace-pre-wrap text-muted">
              <EngineText text={blocker.suggestedFix} />
            </p>
          )}
        </Banner>
      ))}
    </div>
  );
};
