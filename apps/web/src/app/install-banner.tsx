import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { useProjection } from '../client/use-projection.ts';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** The install stream could not be read: say so instead of showing defaults as if they were chosen. */
export const InstallBanner = () => {
  const { t } = useTranslation('shell');
  const { install } = useAtelier();
  const projected = useProjection(install);
  const refusalText = useRefusalText();
  if (projected.phase !== 'refused') return null;
  return (
    <div className="px-3 pt-3">
      <Banner
        tone="danger"
        title={t('unavailable.title')}
        action={
          <Button size="sm" onClick={install.reload}>
            {t('tryAgain')}
          </Button>
        }
      >
        {refusalText(projected.error)}
      </Banner>
    </div>
  );
};
