import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useNames } from '../../../models/names.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useBench } from '../bench/bench-context.ts';

type Props = {
  readonly messageId: string;
  readonly onClose: () => void;
};

const most = 3;

/** Which further models answer the same question. */
export const TryDialog = ({ messageId, onClose }: Props) => {
  const { t } = useTranslation(['workshop', 'shell', 'settings']);
  const { commands } = useAtelier();
  const { workbenchId, acts, models } = useBench();
  const { modelName, providerName } = useNames();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [parallel, setParallel] = useState(true);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const done = await acts.said(
      commands.WorkshopTryWithModel({ workbenchId, messageId, modelIds: [...chosen], parallel }),
    );
    setBusy(false);
    if (done === undefined) return;
    onClose();
    navigate({ to: '/workshop/$workbenchId/answers', params: { workbenchId } as never }).catch(console.error);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('answers.tryTitle')}
      description={t('answers.tryDetail')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={chosen.length === 0} onClick={() => void go()}>
            {t('answers.tryDo', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 pb-2">
        <fieldset className="flex flex-col gap-2.5">
          <legend className="pb-2 font-medium text-faint text-xs">{t('answers.models')}</legend>
          {models.models.map(({ modelId, provider, unavailable }) => (
            <Checkbox
              key={modelId}
              label={modelName(modelId, models.models)}
              hint={
                unavailable === null
                  ? providerName(provider)
                  : `${providerName(provider)} · ${t(`settings:models.unavailable.${unavailable}`)}`
              }
              checked={chosen.includes(modelId)}
              disabled={unavailable !== null || (chosen.length >= most && !chosen.includes(modelId))}
              onChange={(isChosen) =>
                setChosen(isChosen ? [...chosen, modelId] : chosen.filter((each) => each !== modelId))
              }
            />
          ))}
        </fieldset>
        <Checkbox
          label={t('answers.parallel')}
          hint={t('answers.parallelHint')}
          checked={parallel}
          onChange={setParallel}
        />
      </div>
    </Dialog>
  );
};
