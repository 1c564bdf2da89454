import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ModelSelect } from '../../../models/model-select.tsx';
import { Button } from '../../../ui/button.tsx';
import { useBench } from '../bench/bench-context.ts';
import type { RewindWish } from '../time/rewind-dialog.tsx';

type Props = { readonly messageId: string; readonly onWish: (wish: RewindWish) => void };

/** Under an answer that broke off: its words are kept, and it can be asked for again, of another model too. */
export const InterruptedActions = ({ messageId, onWish }: Props) => {
  const { t } = useTranslation('workshop');
  const { models, modelId, acts } = useBench();
  return (
    <section
      aria-label={t('chat.interrupted')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-2 text-muted text-sm"
    >
      {t('chat.interruptedNote')}
      <Button size="sm" icon={<RefreshCw size={13} />} onClick={() => onWish({ kind: 'regenerate', messageId })}>
        {t('chat.tryAgain')}
      </Button>
      <ModelSelect
        label={t('chat.switchModel')}
        value={modelId}
        models={models.models}
        onChange={(chosen) => void acts.switchModel(chosen)}
        className="max-w-56"
      />
    </section>
  );
};
