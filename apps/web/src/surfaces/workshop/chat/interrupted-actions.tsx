import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { RewindWish } from '../time/rewind-dialog.tsx';

type Props = { readonly messageId: string; readonly onWish: (wish: RewindWish) => void };

/** Under an answer that broke off: its words are kept, and it can be asked for again. */
export const InterruptedActions = ({ messageId, onWish }: Props) => {
  const { t } = useTranslation('workshop');
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-2 text-muted text-sm">
      {t('chat.interruptedNote')}
      <Button size="sm" icon={<RefreshCw size={13} />} onClick={() => onWish({ kind: 'regenerate', messageId })}>
        {t('chat.tryAgain')}
      </Button>
    </p>
  );
};
