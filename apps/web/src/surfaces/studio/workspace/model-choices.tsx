import type { StudioModels } from '@atelier/contracts/studio';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { ModelSelect } from '../../../models/model-select.tsx';
import { useModels } from '../../../models/use-models.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';

const purposes = ['skill', 'router', 'judge'] as const;
const automatic = 'automatic';

/** Which model works, which decides where a message goes, and which looks over risky changes. */
export const ModelChoices = ({ chosen }: { readonly chosen: StudioModels }) => {
  const { t } = useTranslation('studio');
  const refusalText = useRefusalText('settings');
  const { commands } = useAtelier();
  const send = useSend();
  const { view, refusal } = useModels();
  const set = (purpose: (typeof purposes)[number], modelId: string) => {
    const models = { ...chosen, [purpose]: modelId === automatic ? null : modelId };
    send(commands.StudioModelsSet({ requestId: crypto.randomUUID(), models })).catch(console.error);
  };
  return (
    <Panel title={t('workspace.models.title')} description={t('workspace.models.detail')}>
      {refusal !== undefined && <Banner tone="danger" title={refusalText(refusal)} />}
      {view === undefined && refusal === undefined && <SkeletonLines lines={3} />}
      {view !== undefined && (
        <div className="flex flex-col gap-5">
          {purposes.map((purpose) => (
            <div key={purpose} className="flex flex-col gap-1.5">
              <span className="font-medium text-sm">{t(`workspace.models.${purpose}`)}</span>
              <ModelSelect
                label={t(`workspace.models.${purpose}`)}
                value={chosen[purpose] ?? automatic}
                models={view.models}
                automatic={{ value: automatic, label: t('workspace.models.automatic') }}
                onChange={(modelId) => set(purpose, modelId)}
                className="max-w-80"
              />
              <p className="max-w-prose text-muted text-sm">{t(`workspace.models.${purpose}Detail`)}</p>
            </div>
          ))}
          <Link to={'/settings/models' as never} className="self-start text-accent-text text-sm underline">
            {t('workspace.models.more')}
          </Link>
        </div>
      )}
    </Panel>
  );
};
