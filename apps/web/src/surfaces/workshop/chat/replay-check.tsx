import type { ErrorEnvelope, Result, ValueOf } from '@atelier/contracts';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useBench } from '../bench/bench-context.ts';

/** Does what a run did to the files once more, without a model, and tells whether the same files come out. */
export const ReplayCheck = ({ messageId }: { readonly messageId: string }) => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const refusalText = useRefusalText('workshop');
  const [reply, setReply] = useState<Result<ValueOf<'WorkshopReplay'>, ErrorEnvelope>>();
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setReply(await commands.WorkshopReplay({ workbenchId, messageId }));
    setBusy(false);
  };
  return (
    <section aria-label={t('replay.title')} className="flex flex-col items-start gap-2">
      <h3 className="font-medium text-faint text-xs">{t('replay.title')}</h3>
      <p className="text-muted text-sm">{t('replay.detail')}</p>
      <Button size="sm" icon={<RotateCcw size={13} />} busy={busy} onClick={() => void check()}>
        {t('replay.do')}
      </Button>
      <div role="status" className="w-full empty:hidden">
        {reply?.ok === true && (
          <Banner tone="published" title={t('replay.same')}>
            {t('replay.changes', { count: reply.value.steps.length })}
          </Banner>
        )}
        {reply?.ok === false && <Banner tone="danger" title={refusalText(reply.error)} />}
      </div>
    </section>
  );
};
