import type { ModelsView } from '@atelier/contracts';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { ModelSelect } from '../../../models/model-select.tsx';
import { offlineModelId } from '../../../models/names.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';

export const DefaultPanel = ({ view }: { readonly view: ModelsView }) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const send = useSend();
  const { modelId, isChosen } = view.defaultModel;
  const set = (chosen: string | null) => {
    send(commands.UserSetDefaultModel({ modelId: chosen })).catch(console.error);
  };
  return (
    <Panel title={t('models.default.title')} description={t('models.default.detail')}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ModelSelect
            label={t('models.default.label')}
            value={modelId}
            models={view.models}
            onChange={set}
            className="max-w-80"
          />
          <p className="text-muted text-sm">
            {t(
              isChosen
                ? 'models.default.chosen'
                : modelId === offlineModelId
                  ? 'models.default.automatic'
                  : 'models.default.automaticModel',
            )}
          </p>
          {isChosen && (
            <Button size="sm" tone="quiet" icon={<RotateCcw size={13} />} onClick={() => set(null)}>
              {t('models.default.automaticAgain')}
            </Button>
          )}
        </div>
        {modelId === offlineModelId && (
          <p className="max-w-prose text-pretty text-muted">{t('models.offlineDetail')}</p>
        )}
      </div>
    </Panel>
  );
};
