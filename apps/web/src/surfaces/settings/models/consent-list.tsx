import type { GrantedConsent, ModelRow } from '@atelier/contracts';
import { ShieldCheck, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { useNames } from '../../../models/names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Table } from '../../../ui/table.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { ConsentFiles } from './consent-files.tsx';

type Props = { readonly granted: readonly GrantedConsent[]; readonly models: readonly ModelRow[] };

export const ConsentList = ({ granted, models }: Props) => {
  const { t, i18n } = useTranslation('settings');
  const { commands } = useAtelier();
  const { modelName, providerName } = useNames();
  const send = useSend();
  const revoke = async ({ providerId, modelId, scopeHash }: GrantedConsent) => {
    const done = await send(commands.EgressWithdrawConsent({ consent: { providerId, modelId, scopeHash } }));
    if (done !== undefined) toasts.show({ title: t('privacy.consents.revoked') });
  };
  return (
    <Panel title={t('privacy.consents.title')} flush>
      {granted.length === 0 ? (
        <EmptyState icon={<ShieldCheck size={18} />} title={t('privacy.consents.none')}>
          {t('privacy.consents.noneDetail')}
        </EmptyState>
      ) : (
        <Table
          label={t('privacy.consents.title')}
          rows={granted}
          keyOf={({ providerId, modelId, scopeHash }) => `${providerId} ${modelId} ${scopeHash}`}
          columns={[
            {
              id: 'model',
              header: t('privacy.consents.model'),
              cell: ({ modelId, providerId }) => (
                <span className="flex flex-col py-1.5">
                  <bdi className="self-start font-medium">{modelName(modelId, models)}</bdi>
                  <span className="text-faint text-xs">{providerName(providerId)}</span>
                </span>
              ),
            },
            {
              id: 'scope',
              header: t('privacy.consents.scope'),
              cell: (consent) => <ConsentFiles {...consent} />,
            },
            {
              id: 'given',
              header: t('privacy.consents.given'),
              cell: ({ grantedAt, remembered }) => (
                <span className="flex flex-col gap-0.5 py-1.5 @xl:whitespace-nowrap">
                  {formatMoment(grantedAt, i18n.language)}
                  <span>
                    <Badge tone={remembered ? 'published' : 'neutral'}>
                      {t(remembered ? 'privacy.consents.remembered' : 'privacy.consents.session')}
                    </Badge>
                  </span>
                </span>
              ),
            },
            {
              id: 'revoke',
              header: '',
              part: 'actions',
              cell: (consent) => (
                <span className="flex justify-end">
                  <IconButton
                    label={t('privacy.consents.revoke', { model: modelName(consent.modelId, models) })}
                    icon={<X size={15} />}
                    onClick={() => void revoke(consent)}
                  />
                </span>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
};
