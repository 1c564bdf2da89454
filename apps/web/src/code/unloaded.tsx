import { RotateCw, Sparkles, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/**
 * Code that cannot come into this document any more. Reloading brings it, and is left to the person: a page that
 * reloads by itself can lose what was typed elsewhere in it, and can do so for ever.
 */
export const Unloaded = ({ why }: { readonly why: 'outdated' | 'broken' }) => {
  const { t } = useTranslation('shell');
  return (
    <div role="alert">
      <EmptyState
        icon={why === 'outdated' ? <Sparkles size={18} /> : <TriangleAlert size={18} />}
        title={t(`late.${why}`)}
        action={
          <Button tone="primary" icon={<RotateCw size={14} />} onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      >
        {t(`late.${why}Detail`)}
      </EmptyState>
    </div>
  );
};
